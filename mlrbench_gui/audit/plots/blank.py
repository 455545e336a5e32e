"""Whether a PNG picture is of one colour throughout, told from its packed rows up to the first that differs."""

import struct
import zlib

_MAGIC = b"\x89PNG\r\n\x1a\n"
_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_LARGEST = 64_000_000
_STEP = 1 << 16


def is_one_colour(data: bytes) -> bool:
    """Whether all pixels are alike; False for other formats, interlaced or broken pictures."""
    if not data.startswith(_MAGIC) or len(data) < 33:
        return False
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    if interlaced or depth != 8 or colour not in _SAMPLES:
        return False
    size = _SAMPLES[colour]
    row = 1 + width * size
    if not (width and height) or row * height > _LARGEST:
        return False
    return _rows_alike(_packed(data), row, height, size)


def _packed(data: bytes) -> bytes:
    """The packed pixels of all parts."""
    parts, at = [], 8
    while at + 8 <= len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            parts.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    return b"".join(parts)


def _rows_alike(packed: bytes, row: int, height: int, size: int) -> bool:
    """Whether each row repeats the first pixel, whichever way it is filtered."""
    unpacker, held, seen, pixel = zlib.decompressobj(), b"", 0, b""
    try:
        while seen < height:
            more = unpacker.decompress(packed, _STEP)
            packed = unpacker.unconsumed_tail
            if not more:
                return False
            held += more
            while len(held) >= row and seen < height:
                line, held = held[:row], held[row:]
                pixel = pixel or line[1 : 1 + size]
                if not _is_plain(line, pixel, is_first=seen == 0):
                    return False
                seen += 1
    except zlib.error:
        return False
    return True


def _is_plain(line: bytes, pixel: bytes, *, is_first: bool) -> bool:
    """Whether a filtered row is the pixel repeated: as it is, as differences to the left, above, or to both."""
    kind, cells = line[0], line[1:]
    rest = bytes(len(cells) - len(pixel))
    if kind == 0 or (kind == 2 and is_first):
        return cells == pixel * (len(cells) // len(pixel))
    if kind == 1 or (kind == 4 and is_first):
        return cells == pixel + rest
    return kind in (2, 4) and not any(cells)
