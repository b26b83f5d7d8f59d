import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

const BLOCK = 1_048_576

/** Size and checksum of a copied file. */
export interface Content {
  bytes: number
  sha256: string
}

/**
 * Copies a file durably and returns what was written, or undefined if it is gone: a database deletes files while it is
 * copied. `to` must not exist yet.
 */
export async function copyFile(from: string, to: string): Promise<Content | undefined> {
  const source = await openIfThere(from)
  if (source === undefined) return undefined
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      const content = await pour(source, (block) => target.writeFile(block))
      await target.sync()
      return content
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function pour(source: FileHandle, take: (block: Buffer) => Promise<void>): Promise<Content> {
  const hash = createHash('sha256')
  const block = Buffer.allocUnsafe(BLOCK)
  let bytes = 0
  for (;;) {
    const { bytesRead } = await source.read(block, 0, BLOCK)
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
    const read = block.subarray(0, bytesRead)
    hash.update(read)
    await take(read)
    bytes += bytesRead
  }
}

/** Returns the result of `action`, or undefined if its file or folder does not exist. */
export async function unlessGone<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const openIfThere = (path: string) => unlessGone(open(path, 'r'))
