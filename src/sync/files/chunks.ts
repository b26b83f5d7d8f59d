import { CHUNK_BYTES } from '#contract/calls/files.ts'

/** A piece of a file, identified by the SHA-256 of its bytes in hex. */
export interface Chunk {
  sha256: string
  bytes: Uint8Array<ArrayBuffer>
}

/** SHA-256 of bytes, in hex. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Splits a file into chunks, in order; they are views of its bytes, nothing is copied. */
export async function cutIntoChunks(bytes: Uint8Array<ArrayBuffer>): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const piece = bytes.subarray(at, at + CHUNK_BYTES)
    chunks.push({ sha256: await sha256Of(piece), bytes: piece })
  }
  return chunks
}
