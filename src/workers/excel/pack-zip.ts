const LOCAL = 0x04034b50
const ENTRY = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const UTF8_NAMES = 0x0800
/** 1 January 1980, the first day that a zip archive knows. */
const FIRST_DAY = 0x21

interface Packed {
  path: Uint8Array
  bytes: Uint8Array
  crc: number
  size: number
  method: 0 | 8
}

/**
 * Packs files to a zip archive; with `isStored` they are not compressed. Written here because libraries compress in a
 * worker that they make of a text, which the page's security rules refuse.
 */
export async function packZip(
  files: ReadonlyMap<string, Uint8Array>,
  { isStored = false } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const packed: Packed[] = []
  for (const [path, file] of files) {
    const bytes = isStored ? file : await deflate(file)
    const method = isStored ? 0 : 8
    packed.push({ path: new TextEncoder().encode(path), bytes, crc: crc32(file), size: file.length, method })
  }
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const file of packed) {
    const head = localHeader(file)
    parts.push(head, file.path, file.bytes)
    directory.push(directoryEntry(file, at), file.path)
    at += head.length + file.path.length + file.bytes.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  return join([...parts, ...directory, endOf(packed.length, size, at)])
}

async function deflate(file: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([file as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Numbers in a row, each of two or four bytes. */
function record(...fields: readonly (readonly [2 | 4, number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

const common = ({ path, bytes, crc, size, method }: Packed) =>
  [
    [2, VERSION],
    [2, UTF8_NAMES],
    [2, method],
    [2, 0],
    [2, FIRST_DAY],
    [4, crc],
    [4, bytes.length],
    [4, size],
    [2, path.length],
    [2, 0],
  ] as const

const localHeader = (file: Packed) => record([4, LOCAL], ...common(file))
const directoryEntry = (file: Packed, at: number) =>
  record([4, ENTRY], [2, VERSION], ...common(file), [2, 0], [2, 0], [2, 0], [4, 0], [4, at])
const endOf = (count: number, size: number, at: number) =>
  record([4, END], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0])

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] as number)
  return (crc ^ 0xffffffff) >>> 0
}
