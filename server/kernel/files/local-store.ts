import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './file-store.ts'

/** Keeps files in `<dataDir>/files/ab/cdef…`, named by their hash. */
export function createLocalStore(dataDir: string): FileStore {
  const pathOf = (sha256: Buffer) => {
    const name = sha256.toString('hex')
    return join(dataDir, 'files', name.slice(0, 2), name.slice(2))
  }
  return {
    put: async (sha256, bytes) => {
      const path = pathOf(sha256)
      if (!(await exists(path))) await writeDurably(path, bytes)
    },
    open: async (sha256) => {
      const path = pathOf(sha256)
      return (await exists(path)) ? createReadStream(path) : undefined
    },
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

// Under its name a file is always whole: written beside it, forced to disk, then renamed.
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const beside = join(folder, `.${randomUUID()}.part`)
  try {
    const file = await open(beside, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  await syncFolder(folder)
}

// The name itself is durable only when its folder is. Windows cannot open a folder and does not need it.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
