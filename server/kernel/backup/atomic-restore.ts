import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../files/write-durably.ts'
import { demoMark, ENTRIES_OF, type PartName, restoreMark } from './data-folder.ts'

/**
 * Replaces the present parts with the unpacked ones; the present ones are moved to a separate folder, never deleted.
 * Returns that folder, or undefined if there was nothing to move. Uses renames only, so no entry is ever half written.
 * A mark keeps servers from starting on an interrupted restore.
 */
export async function restoreAtomically(
  dataDir: string,
  staging: string,
  parts: readonly PartName[],
  stamp: string,
): Promise<string | undefined> {
  const mark = restoreMark(dataDir)
  await writeFile(mark, '', { flush: true })
  await syncFolder(dataDir)
  const aside = join(dataDir, `before-restore-${stamp}`)
  for (const part of parts)
    for (const entry of ENTRIES_OF[part].toReversed()) await moveAside(join(dataDir, entry), aside, entry)
  // An interrupted demo would otherwise be loaded again over the restored database.
  if (parts.includes('database')) await moveAside(demoMark(dataDir), aside, 'demo-is-loading')
  for (const part of parts)
    for (const entry of ENTRIES_OF[part]) await rename(join(staging, entry), join(dataDir, entry))
  await syncFolder(dataDir)
  await rm(mark)
  return existsSync(aside) ? aside : undefined
}

async function moveAside(path: string, aside: string, entry: string): Promise<void> {
  if (!existsSync(path)) return
  await mkdir(aside, { recursive: true, mode: 0o700 })
  await rename(path, join(aside, entry))
}
