"""What calls do to numbers, by the names under which languages and libraries offer them."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


RANDOM_MODULES = frozenset({"random", "numpy.random", "secrets"})
RANDOM_MAKERS = _words("default_rng RandomState Random SystemRandom Generator")
"""Calls that make a source of random numbers."""
DRAWN_TENSORS = _words("rand randn randint normal rand_like randn_like bernoulli multinomial")
PICKS = _words("choice choices sample permutation shuffle randperm")
"""They pick from what is given: the numbers stay what they were."""
SEEDS = _words("seed manual_seed set_seed")

NUMERIC_MODULES = _words("math numpy pandas statistics copy itertools collections functools json")
"""Modules whose calls add nothing from outside, reading files apart."""
MEASURING_MODULES = ("sklearn.metrics.", "scipy.stats.", "scipy.spatial.distance.")
"""Libraries that hold numbers against each other: a measure of drawn numbers is a draw."""
SILENT_MODULES = _words("os sys pathlib logging shutil argparse warnings matplotlib seaborn typing re")
"""Modules whose calls give no number of interest."""
CONTAINERS = _words(
    "list dict tuple set sorted reversed zip enumerate array asarray DataFrame Series concat copy "
    "deepcopy items values defaultdict OrderedDict stack vstack hstack concatenate append tolist to_dict "
    "from_dict dumps to_markdown to_string to_latex to_html iter next map filter chain product namedtuple "
    "reset_index set_index transpose format join str repr asdict update setdefault melt pivot round get "
    "pop"
)
"""Calls that keep numbers apart: what comes out holds the same numbers."""
MUTATORS = _words("append extend add update insert setdefault appendleft")
PLAIN = _words("min max round float int abs sum len range pow divmod bool any all hash ord")
"""Built-in calls through which numbers only pass."""
AGGREGATES = _words("mean sum std var max min median item average percentile quantile prod")
"""Methods that make one number of many."""
READERS = _words(
    "load loads read readlines readline read_text read_csv read_json read_table read_excel loadtxt "
    "genfromtxt load_dataset read_parquet from_pretrained fromfile read_bytes safe_load literal_eval eval"
)
"""Calls by which numbers come in."""
PARSERS = _words("load loads literal_eval eval safe_load StringIO BytesIO read_csv read_json")
"""Those that read what they are given."""
CLOCKS = _words("time perf_counter monotonic process_time now utcnow time_ns")
NO_NUMBERS = _words(
    "makedirs mkdir exists isfile isdir getLogger basicConfig figure subplots FileHandler StreamHandler "
    "Path ArgumentParser add_argument savefig close setLevel getcwd "
    "startswith endswith isinstance hasattr type super strftime isoformat keys use set_theme "
    "set_style color_palette dirname abspath basename"
)
"""Calls that give no number of interest."""
TEXT_METHODS = _words(
    "lower upper title strip lstrip rstrip split rsplit splitlines partition rpartition replace "
    "removeprefix removesuffix"
)
"""Methods of texts: what was read from a file is still that after them."""
ESTIMATORS = _words("lstsq solve pinv inv svd eig eigh eigvals eigvalsh qr cholesky polyfit")
"""Numeric calls that work an answer out of all that they are given, as a fit does."""
VARIABLES = frozenset({"os.environ", "os.environ.get", "os.getenv"})
"""What was set where the program was started: typed there, as its arguments were."""
ARGUMENTS = _words("parse_args parse_known_args")

PRINTS = _words("print info warning debug error critical log")
WRITES = _words(
    "dump write writelines writerow writerows write_text to_csv to_json to_excel savetxt save savez "
    "to_markdown to_pickle to_parquet"
)
DRAWS = _words("bar barh plot errorbar scatter imshow heatmap barplot lineplot boxplot hist matshow")
