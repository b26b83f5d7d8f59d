import { createInflateRaw } from 'node:zlib'
import { packedBytes, type ZipEntry } from '#domain/file/zip-directory.ts'

const STORED = 0
const DEFLATED = 8
const CHUNK_BYTES = 64 * 1024

/** Bytes that a letter may unfold to; pictures hardly unfold. */
export const WORD_UNFOLDED_MAX = 40 * 1_048_576

/** How much an archive may unfold to, in bytes: all of it, and its markup, which a reader turns into a tree. */
export interface UnfoldLimits {
  all: number
  markup: number
}

/**
 * Unfolds every entry piece by piece, keeps nothing, and counts what comes out, because an archive may claim any size.
 * Returns undefined where all entries stay within the limits.
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

// Stops soon after `max`: what it returns is then larger than that.
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
