import type { Readable } from 'node:stream'

/** The owner of chunks: each upload has its own, so dropping one cannot affect another. */
export interface ChunkOwner {
  clientId: string
  uploadId: string
}

/** Chunks of unfinished files, shared by all processes of the server. */
export interface ChunkStore {
  /** Stores a chunk, named by its SHA-256 in hex. Storing it again does nothing. */
  put: (place: ChunkOwner, sha256: string, bytes: Buffer) => Promise<void>
  read: (place: ChunkOwner, sha256: string) => Promise<Buffer | undefined>
  /** Deletes these chunks of an upload, and anything else stored for it. */
  drop: (place: ChunkOwner, sha256s: readonly string[]) => Promise<void>
}

/**
 * Stores the bytes of files by their SHA-256: the same bytes are stored once and never changed. The database knows
 * whose file it is and who may read it.
 */
export interface FileStore {
  /** Stores bytes; they are durable once the promise resolves. Storing the same again does nothing. */
  put: (sha256: Buffer, bytes: Buffer) => Promise<void>
  has: (sha256: Buffer) => Promise<boolean>
  /** Returns the bytes, or undefined if the store does not have them. */
  open: (sha256: Buffer) => Promise<Readable | undefined>
  /** Deletes bytes that no row refers to any more. */
  remove: (sha256: Buffer) => Promise<void>
  chunks: ChunkStore
}

/** Returns the key of a whole file, relative to the store's root. */
export function fileKey(sha256: Buffer): string {
  const name = sha256.toString('hex')
  return `files/${name.slice(0, 2)}/${name.slice(2)}`
}

/** Returns the key prefix of an upload's chunks, relative to the store's root. */
export const uploadKey = ({ clientId, uploadId }: ChunkOwner): string => `unfinished/${clientId}/${uploadId}`
export const chunkKey = (place: ChunkOwner, sha256: string): string => `${uploadKey(place)}/${sha256}`
