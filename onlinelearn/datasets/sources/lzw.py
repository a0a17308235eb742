"""Decoder of the Unix `compress` format (.Z), in which UCI keeps ISOLET; Python has none of its own."""

MAGIC = b"\x1f\x9d"
CLEAR = 256


def decompress(data: bytes) -> bytes:
    """The bytes that `compress` was given. ValueError if `data` is not what it writes."""
    if data[:2] != MAGIC or len(data) < 3 or not 9 <= data[2] & 0x1F <= 16:
        raise ValueError("not a .Z file")
    longest, blocks = data[2] & 0x1F, bool(data[2] & 0x80)
    fresh = [bytes([byte]) for byte in range(256)] + ([b""] if blocks else [])
    known, previous, width, position = fresh.copy(), b"", 9, 3
    out: list[bytes] = []
    while position < len(data):
        # Codes come eight at a time, in as many bytes as a code has bits, the lowest bits first.
        chunk = data[position : position + width]
        position += width
        group = int.from_bytes(chunk, "little")
        for _ in range(8 * len(chunk) // width):
            code = group & ((1 << width) - 1)
            group >>= width
            if blocks and code == CLEAR:
                known, previous, width = fresh.copy(), b"", 9
                break  # the rest of a group is padding when the width changes
            if code < len(known):
                text = known[code]
            elif code == len(known) and previous:
                text = previous + previous[:1]
            else:
                raise ValueError(f"damaged .Z file: unknown code {code}")
            out.append(text)
            if previous and len(known) < 1 << longest:
                known.append(previous + text[:1])
            previous = text
            if len(known) == 1 << width and width < longest:
                width += 1
                break
    return b"".join(out)
