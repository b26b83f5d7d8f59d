import { listZip, type ZipEntry } from './list-zip.ts'
import { damaged, SheetRefused } from './sheet-refused.ts'

const MEGABYTE = 1_048_576
/** 20,000 rows of services are some 10 MB of markup; a bomb is thousands. */
export const UNPACKED_MAX = 40 * MEGABYTE

const bomb = () =>
  new SheetRefused(`This file unpacks to more than ${UNPACKED_MAX / MEGABYTE} MB and is not read.`)

const STORED = 0
const DEFLATED = 8

/**
 * Unpacks the markup of an office file. What the archive says of its sizes is judged before anything is unpacked, and
 * what really comes out is counted meanwhile, for an archive may lie. Throws SheetRefused.
 */
export async function unpackMarkup(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const entries = listZip(bytes)
  const said = entries.reduce((sum, { unpacked }) => sum + unpacked, 0)
  if (said > UNPACKED_MAX) throw bomb()
  const files = new Map<string, Uint8Array>()
  let left = UNPACKED_MAX
  for (const entry of entries.filter(({ path }) => /\.(xml|rels)$/.test(path))) {
    const file = await unpack(entry, packedOf(bytes, entry), left)
    files.set(entry.path, file)
    left -= file.length
  }
  return files
}

const LOCAL = 0x04034b50
const LOCAL_BYTES = 30

function packedOf(bytes: Uint8Array, { at, packed }: ZipEntry): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (at + LOCAL_BYTES > bytes.length || view.getUint32(at, true) !== LOCAL) throw damaged()
  const from = at + LOCAL_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  if (from + packed > bytes.length) throw damaged()
  return bytes.slice(from, from + packed)
}

async function unpack({ method }: ZipEntry, packed: Uint8Array<ArrayBuffer>, left: number) {
  if (method === STORED) {
    if (packed.length > left) throw bomb()
    return packed
  }
  if (method !== DEFLATED) throw damaged()
  const parts: Uint8Array[] = []
  let size = 0
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw damaged()
    })
    if (done) return joined(parts, size)
    size += value.length
    if (size > left) {
      void reader.cancel().catch(() => undefined)
      throw bomb()
    }
    parts.push(value)
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
