"""The words by which code is read: names of metrics and settings, calls that read, write, draw or measure."""

import re

SETTING = re.compile(
    r"threshold|learning[_ -]?rate|\blr\b|dropout|decay|config|timeout|sleep|temperature|weight|"
    r"(?:^|_)(?:max|min|num|n)_|tolerance|types?$|"
    r"taxonomy|interval|epsilon|momentum|warmup|window|size|dim|limit|target|noise|margin|penalty|budget|prior|coef|clip|figsize|range|"
    r"(?:update|mutation|crossover|sampling|refresh|masking|poison\w*)[_ -]?rate|"
    r"default|names?$|labels?$|colou?r|title|path|file|error_prob|message|template",
    re.IGNORECASE,
)
TYPED_LINE = re.compile(r"(?<![\w.{])\d+\.\d{1,}(?![\w.}])")
SIGNAL = re.compile(
    r"\bmock(?:ed|s|ing)?\b|\bstand-?in\b|\brandom (?:ratings?|scores?|results?|metrics?)\b|"
    r"\bdummy\b|\bplaceholder\w*|\bfake\w*|\bfabricat\w+|\bsimulat(?:e|es|ed|ing|ion)\s+(?:\w+\s+){0,3}?(?:results?|metrics?|performance|"
    r"experiments?|scores?|improvements?|learning|training|responses?|feedback|user|evaluation|outputs?)|"
    r"\bsynthetic (?:results?|metrics?|scores?)|"
    r"\bin a real (?:experiment|implementation|system|scenario|setting|world)|\bfor demonstration|"
    r"\bhard-?coded\b|\bpretend\b|\bwe(?:'ll| will)? simulate\b|"
    r"\bwithout running\b|\brandom(?:ly)? generated (?:results?|scores?)|\bsimulated results?\b|\bexpected results?\b",
    re.IGNORECASE,
)

MEASURING_IMPORTS = frozenset(
    {"torch", "tensorflow", "keras", "sklearn", "transformers", "datasets", "openai"}
    | {"anthropic", "jax", "flax", "xgboost", "lightgbm", "vllm", "gym", "gymnasium"}
    | {"sentence_transformers", "torchvision", "peft", "trl", "accelerate", "statsmodels"}
    | {"torch_geometric", "spacy", "nltk", "faiss", "google", "litellm"}
)
"""Modules that run models or learn from data."""

READERS = frozenset(
    {"read_csv", "read_json", "load", "loadtxt", "read_text", "exists", "isfile"}
    | {"read_table", "to_csv", "to_json", "savefig", "write_text", "savetxt", "FileHandler"}
    | {"copy", "copyfile", "copy2", "save", "read_excel", "genfromtxt", "loads", "literal_eval"}
)
"""Calls that open a file which their arguments, or what they are called on, name."""

FILE_WRITERS = frozenset(
    {"to_csv", "to_json", "savefig", "write_text", "savetxt", "FileHandler", "copy"}
    | {"copyfile", "copy2", "save"}
)
"""Calls that write the file they name."""

WRITERS = frozenset(
    {"info", "print", "dump", "dumps", "to_csv", "to_json", "savefig", "write"}
    | {"writelines", "save", "writerow", "writerows", "write_text", "savetxt", "savez"}
)
"""Calls that leave something behind."""

DATA_READERS = frozenset(
    {"load", "loads", "read_csv", "read_json", "load_dataset", "read_parquet", "from_pretrained"}
)
"""Calls by which data or models come in."""
