import type { Readable } from 'node:stream'

/** Whose chunks: each upload has its own, so dropping one can take nothing from another. */
export interface ChunkPlace {
  clientId: string
  uploadId: string
}

/** Chunks of files that are not whole yet; every process of the server sees them. */
export interface ChunkStore {
  /** Keeps a chunk, named by its SHA-256 in hex. Keeping it again does nothing. */
  put: (place: ChunkPlace, sha256: string, bytes: Buffer) => Promise<void>
  read: (place: ChunkPlace, sha256: string) => Promise<Buffer | undefined>
  /** Forgets these chunks of an upload, and what else of it lies there. */
  drop: (place: ChunkPlace, sha256s: readonly string[]) => Promise<void>
}

/**
 * Where the bytes of files lie, addressed by their SHA-256: the same bytes are kept once, and what is there is never
 * changed. Whose file it is and who may read it stands in the database.
 */
export interface FileStore {
  /** Keeps bytes; they are durable when the promise is fulfilled. Keeping the same again does nothing. */
  put: (sha256: Buffer, bytes: Buffer) => Promise<void>
  has: (sha256: Buffer) => Promise<boolean>
  /** The bytes, or undefined where the store does not hold them. */
  open: (sha256: Buffer) => Promise<Readable | undefined>
  /** Forgets bytes that no row names any more. */
  remove: (sha256: Buffer) => Promise<void>
  chunks: ChunkStore
}

/** The name of a whole file below the store's top. */
export function fileKey(sha256: Buffer): string {
  const name = sha256.toString('hex')
  return `files/${name.slice(0, 2)}/${name.slice(2)}`
}

/** The name of an upload's chunks below the store's top. */
export const uploadKey = ({ clientId, uploadId }: ChunkPlace): string => `unfinished/${clientId}/${uploadId}`
export const chunkKey = (place: ChunkPlace, sha256: string): string => `${uploadKey(place)}/${sha256}`
