/** One file of an archive that a test writes byte by byte. */
export interface PackedFile {
  name: string
  content: Uint8Array
  method?: number
  /** Uncompressed size in bytes, as the directory claims it. */
  claimed?: number
  /** Lengths of what the directory and the local header may hold besides the name. */
  extra?: readonly number[]
  comment?: readonly number[]
  localExtra?: readonly number[]
  /** The numbers that stand in the zip64 field. */
  wide?: readonly ('claimed' | 'packed' | 'at')[]
}

export interface ZipShape {
  /** Bytes before the first file, as in a self-extracting archive. */
  before?: number
  /** Bytes of the archive's own comment. */
  comment?: number
  /** True for a zip64 directory. */
  isWide?: boolean
  /** Bytes between the directory and its end record. */
  between?: number
  /** How many files the end record claims. */
  count?: number
}

const le = (bytes: number) => (value: number) =>
  Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) % 256)
const [two, four, eight] = [le(2), le(4), le(8)]
const repeated = (count: number) => Array.from<number>({ length: count }).fill(0x2e)

/** Returns the bytes of an archive. */
export function zipOf(files: readonly PackedFile[], shape: ZipShape = {}): Uint8Array {
  const { before = 0, comment = 0, isWide = false, between = 0, count = files.length } = shape
  const bytes = repeated(before)
  const places = files.map((file) => {
    const at = bytes.length
    bytes.push(...localOf(file))
    return at
  })
  const from = bytes.length
  files.forEach((file, n) => void bytes.push(...entryOf(file, places[n] ?? 0)))
  bytes.push(...repeated(between))
  const size = bytes.length - from
  if (isWide) {
    const to = bytes.length
    bytes.push(...four(0x06064b50), ...eight(44), ...two(45), ...two(45), ...four(0), ...four(0))
    bytes.push(...eight(count), ...eight(count), ...eight(size), ...eight(from))
    bytes.push(...four(0x07064b50), ...four(0), ...eight(to), ...four(1))
  }
  bytes.push(...four(0x06054b50), ...two(0), ...two(0))
  bytes.push(...two(isWide ? 0xffff : count), ...two(isWide ? 0xffff : count))
  bytes.push(...four(isWide ? 0xffffffff : size), ...four(isWide ? 0xffffffff : from))
  bytes.push(...two(comment), ...repeated(comment))
  return Uint8Array.from(bytes)
}

function localOf({ name, content, method = 0, localExtra = [] }: PackedFile): number[] {
  const letters = [...new TextEncoder().encode(name)]
  return [
    ...four(67324752),
    ...two(20),
    ...two(0),
    ...two(method),
    ...four(0),
    ...four(0),
    ...four(content.length),
    ...four(content.length),
    ...two(letters.length),
    ...two(localExtra.length),
    ...letters,
    ...localExtra,
    ...content,
  ]
}

function entryOf(file: PackedFile, at: number): number[] {
  const { name, content, method = 0, claimed = content.length, extra = [], comment = [], wide = [] } = file
  const letters = [...new TextEncoder().encode(name)]
  const numbers = { claimed, packed: content.length, at }
  const written = (which: keyof typeof numbers) => four(wide.includes(which) ? 0xffffffff : numbers[which])
  const widened = (['claimed', 'packed', 'at'] as const).filter((which) => wide.includes(which))
  const wideField =
    widened.length === 0
      ? []
      : [...two(1), ...two(8 * widened.length), ...widened.flatMap((which) => eight(numbers[which]))]
  const fields = [...extra, ...wideField]
  return [
    ...four(33639248),
    ...two(45),
    ...two(20),
    ...two(0),
    ...two(method),
    ...four(0),
    ...four(0),
    ...written('packed'),
    ...written('claimed'),
    ...two(letters.length),
    ...two(fields.length),
    ...two(comment.length),
    ...two(0),
    ...two(0),
    ...four(0),
    ...written('at'),
    ...letters,
    ...fields,
    ...comment,
  ]
}
