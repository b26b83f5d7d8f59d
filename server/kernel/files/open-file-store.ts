import type { Config } from '../config.ts'
import type { FileStore } from './file-store.ts'
import { createLocalStore } from './local-store.ts'

/** Opens the configured store: an S3-compatible one, else the folder `files` of the data directory. */
export async function openFileStore(config: Pick<Config, 'dataDir' | 's3'>): Promise<FileStore> {
  if (!config.s3) return createLocalStore(config.dataDir)
  // Loaded only if configured: a server without S3 does not need it.
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(config.s3)
}
