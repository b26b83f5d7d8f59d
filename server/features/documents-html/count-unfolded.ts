import { createInflateRaw } from 'node:zlib'
import { packedBytes, type ZipEntry } from '#domain/file/zip-directory.ts'

const STORED = 0
const DEFLATED = 8
const CHUNK_BYTES = 64 * 1024

/** Maximum unpacked size of a letter; pictures hardly grow when unpacked. */
export const WORD_UNFOLDED_MAX = 40 * 1_048_576

/** Maximum unpacked size of an archive, in bytes: in total, and of its markup, which a reader turns into a tree. */
export interface UnfoldLimits {
  all: number
  markup: number
}

/**
 * Unpacks every entry in pieces, discards the data and counts the bytes, because an archive may declare any size.
 * Returns undefined if all entries stay within the limits.
 */
export async function findUnfoldProblem(
  zip: Buffer,
  entries: readonly ZipEntry[],
  limits: UnfoldLimits,
): Promise<'damaged' | 'too_large' | undefined> {
  const left = { ...limits }
  for (const entry of entries) {
    const packed = packedBytes(zip, entry)
    if (!packed) return 'damaged'
    const isMarkup = /\.(xml|rels)$/i.test(entry.name)
    const max = isMarkup ? Math.min(left.all, left.markup) : left.all
    const size = await sizeOf(entry.method, packed, max)
    if (size === undefined) return 'damaged'
    if (size > max) return 'too_large'
    left.all -= size
    if (isMarkup) left.markup -= size
  }
  return undefined
}

// Stops soon after `max`; the returned size is then larger than `max`.
async function sizeOf(method: number, packed: Uint8Array, max: number): Promise<number | undefined> {
  if (method === STORED) return packed.length
  if (method !== DEFLATED) return undefined
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES })
  inflate.end(packed)
  let size = 0
  try {
    for await (const piece of inflate) {
      size += (piece as Buffer).length
      if (size > max) break
    }
  } catch {
    return undefined
  }
  return size
}
