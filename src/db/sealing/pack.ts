type Bytes = Uint8Array<ArrayBuffer>

/** Replaces bytes in the JSON: their position in the byte section that follows it. */
interface BytesAt {
  $bytes: [start: number, length: number]
}

const HEAD_BYTES = 5

/**
 * Encodes a value: the length of its JSON (32 bits), whether it contains bytes (8 bits), the JSON, and then those
 * bytes.
 */
export function pack(value: unknown): Bytes {
  const parts: Uint8Array[] = []
  let size = 0
  const json = JSON.stringify(value, (_, part: unknown) => {
    if (!(part instanceof Uint8Array)) return part
    const at: BytesAt = { $bytes: [size, part.length] }
    parts.push(part)
    size += part.length
    return at
  })
  // A field with the marker's own name would be mistaken for one when unpacked.
  if (parts.length > 0 && json.split('"$bytes"').length - 1 !== parts.length)
    throw new Error('A value with bytes has a field of a name that cannot be kept')
  const text = new TextEncoder().encode(json ?? 'null')
  const packed = new Uint8Array(HEAD_BYTES + text.length + size)
  new DataView(packed.buffer).setUint32(0, text.length)
  packed[HEAD_BYTES - 1] = parts.length > 0 ? 1 : 0
  packed.set(text, HEAD_BYTES)
  let at = HEAD_BYTES + text.length
  for (const part of parts) {
    packed.set(part, at)
    at += part.length
  }
  return packed
}

/** Decodes the bytes from `pack`; `undefined` fields are gone, as in any JSON. */
export function unpack(packed: Bytes): unknown {
  const end = HEAD_BYTES + new DataView(packed.buffer, packed.byteOffset).getUint32(0)
  const json = new TextDecoder().decode(packed.subarray(HEAD_BYTES, end))
  // Most values contain no bytes and need no reviver.
  if (packed[HEAD_BYTES - 1] === 0) return JSON.parse(json)
  return JSON.parse(json, (_, part: unknown) => (isBytesAt(part) ? slice(packed, end, part) : part))
}

function slice(packed: Bytes, start: number, { $bytes: [from, length] }: BytesAt): Bytes {
  return packed.slice(start + from, start + from + length)
}

function isBytesAt(part: unknown): part is BytesAt {
  return typeof part === 'object' && part !== null && '$bytes' in part
}
