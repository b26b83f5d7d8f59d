import { existsSync } from 'node:fs'
import { chown, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../database/binaries.ts'
import { syncFolder } from '../files/write-durably.ts'
import { copyFile, unlessGone } from './copy-file.ts'
import { inParallel } from './copy-tree.ts'
import type { Part } from './manifest.ts'

/** Throws if a file of the part is missing or has another size, without reading any. */
export async function refuseIncomplete(from: string, part: Part): Promise<void> {
  await inParallel(part.files, async ({ path, bytes }) => {
    const found = await unlessGone(stat(join(from, path)))
    if (!found) throw new Error(`The backup is incomplete: ${join(from, path)} is missing.`)
    if (found.size !== bytes) throw wasAltered(join(from, path))
  })
}

const wasAltered = (file: string) =>
  new Error(`The backup was altered or damaged: ${file} is not what was written.`)

/**
 * Copies a part of a backup to `to` and compares every file with the manifest on the way; throws if one was altered.
 * Files that the manifest does not name are not copied.
 */
export async function unpackPart(from: string, to: string, part: Part): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const folder of part.folders) await mkdir(join(to, folder), { mode: 0o700 })
  await inParallel(part.files, async ({ path, bytes, sha256 }) => {
    const copied = await copyFile(join(from, path), join(to, path))
    if (copied?.bytes !== bytes || copied.sha256 !== sha256) throw wasAltered(join(from, path))
  })
  for (const folder of ['', ...part.folders]) await syncFolder(join(to, folder))
}

/** Makes an unpacked database startable: PostgreSQL's account owns it, and it is marked as complete. */
export async function prepareDatabase(home: string, part: Part, account: Account | undefined): Promise<void> {
  if (account) {
    const inCluster = (path: string) => path === 'postgres' || path.startsWith('postgres/')
    const paths = [...part.folders, ...part.files.map(({ path }) => path)].filter(inCluster)
    for (const path of paths) await chown(join(home, path), account.uid, account.gid)
  }
  await writeFile(join(home, 'postgres.complete'), '', { mode: 0o600, flush: true })
}

/** Returns the folder of a backup's part; keys may have been moved elsewhere, or be missing on purpose. */
export function findPart(backup: string, name: string, elsewhere: string | undefined): string | undefined {
  const folder = elsewhere ?? join(backup, name)
  return existsSync(folder) ? folder : undefined
}
