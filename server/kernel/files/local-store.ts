import { createReadStream } from 'node:fs'
import { access, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChunkOwner, chunkKey, type FileStore, fileKey, uploadKey } from './file-store.ts'
import { writeDurably } from './write-durably.ts'

/**
 * Stores files in `<dataDir>/files/ab/cdef…`, named by their hash, and chunks of unfinished ones under `unfinished`.
 */
export function createLocalStore(dataDir: string): FileStore {
  const pathOf = (sha256: Buffer) => join(dataDir, fileKey(sha256))
  const chunkPath = (place: ChunkOwner, sha256: string) => join(dataDir, chunkKey(place, sha256))
  return {
    put: async (sha256, bytes) => {
      const path = pathOf(sha256)
      if (!(await exists(path))) await writeDurably(path, bytes)
    },
    has: (sha256) => exists(pathOf(sha256)),
    open: async (sha256) => {
      const path = pathOf(sha256)
      return (await exists(path)) ? createReadStream(path) : undefined
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    chunks: {
      put: (place, sha256, bytes) => writeDurably(chunkPath(place, sha256), bytes),
      read: (place, sha256) =>
        readFile(chunkPath(place, sha256)).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined
          throw error
        }),
      drop: (place) => rm(join(dataDir, uploadKey(place)), { recursive: true, force: true }),
    },
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
