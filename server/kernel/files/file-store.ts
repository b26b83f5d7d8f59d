import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { createLocalStore } from './local-store.ts'

/**
 * Where the bytes of files lie, addressed by their SHA-256: the same bytes are kept once, and what is there is never
 * changed. Whose file it is and who may read it stands in the database.
 */
export interface FileStore {
  /** Keeps bytes; they are durable when the promise is fulfilled. Keeping the same again does nothing. */
  put: (sha256: Buffer, bytes: Buffer) => Promise<void>
  /** The bytes, or undefined where the store does not hold them. */
  open: (sha256: Buffer) => Promise<Readable | undefined>
}

/** The store that the settings name: an S3-compatible one, else the folder `files` of the data directory. */
export async function openFileStore(config: Pick<Config, 'dataDir' | 's3'>): Promise<FileStore> {
  if (!config.s3) return createLocalStore(config.dataDir)
  // Loaded only where it is wanted: it is the largest library of the server.
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(config.s3)
}
