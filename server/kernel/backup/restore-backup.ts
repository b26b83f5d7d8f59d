import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { findPostgres, unprivilegedAccount } from '../database/binaries.ts'
import { lockDataDir } from '../database/data-lock.ts'
import { restoreAtomically } from './atomic-restore.ts'
import type { LeftOut } from './begin-history.ts'
import { type KeysApart, placeKeys } from './copy-keys.ts'
import { PARTS, type PartName, stampOf } from './data-folder.ts'
import { OutsideDatabaseError } from './make-backup.ts'
import { type Manifest, readManifest, UNFINISHED } from './manifest.ts'
import { tryDatabase } from './try-database.ts'
import { findPart, prepareDatabase, refuseIncomplete, unpackPart } from './unpack.ts'

export interface RestoreWish {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3' | 'keysFile'>
  /** The backup's own folder. */
  backup: string
  /** Where its keys were moved, if elsewhere. */
  keys: string | undefined
  /** Leaves the database out. */
  isFilesOnly: boolean
  now: Date
}

export interface DoneRestore {
  manifest: Manifest
  /** What was put in place. */
  parts: readonly PartName[]
  /** Where the data that it replaced is now. */
  aside: string | undefined
  /** The newest migration of the restored database. */
  migration: string | undefined
  /** The numbers that were skipped in the restored database, series by series. */
  leftOut: readonly LeftOut[]
  /** Number of files named in its rows that neither the backup nor the data folder holds. */
  missingFiles: number
  /** What happened to the keys if READROOM_KEYS puts them outside the data folder. */
  keysApart: KeysApart | undefined
}

/**
 * Restores a backup into the data folder: copied and verified beside it, started once, and only then swapped in. Throws
 * DataInUseError while a server runs, and a readable error if the backup is incomplete; the data folder is then
 * unchanged.
 */
export async function restoreBackup(wish: RestoreWish): Promise<DoneRestore> {
  const { config, now } = wish
  const dataDir = resolve(config.dataDir)
  const manifest = await readManifest(wish.backup)
  const parts = chooseParts(manifest, wish)
  const unlock = lockDataDir(dataDir)
  const staging = join(dataDir, `restore-${stampOf(now)}${UNFINISHED}`)
  try {
    await removeOldStagings(dataDir)
    await mkdir(staging)
    // PostgreSQL's account must be able to enter whatever the umask; the folder's contents are closed to others.
    await chmod(staging, 0o755)
    const tried = await unpack(dataDir, staging, manifest, parts, wish)
    const aside = await restoreAtomically(dataDir, staging, parts, stampOf(now))
    const keysApart = parts.includes('keys') ? await placeKeys({ ...config, dataDir }) : undefined
    const missingFiles = config.s3
      ? 0
      : (tried?.contents ?? []).filter((name) => !hasContent(dataDir, name)).length
    const { migration, leftOut = [] } = tried ?? {}
    return { manifest, parts, aside, migration, leftOut, missingFiles, keysApart }
  } finally {
    await rm(staging, { recursive: true, force: true })
    unlock()
  }
}

// We hold the lock on the data folder, so these are left over from an interrupted restore.
async function removeOldStagings(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith('restore-') && name.endsWith(UNFINISHED))
      await rm(join(dataDir, name), { recursive: true, force: true })
}

function chooseParts(manifest: Manifest, { config, backup, keys, isFilesOnly }: RestoreWish): PartName[] {
  if (config.databaseUrl && manifest.parts.database && !isFilesOnly)
    throw new OutsideDatabaseError(
      'This backup holds an embedded database, and DATABASE_URL names an outside one. Unset it to restore both, or restore files and keys alone: npm run restore -- --files-only.',
    )
  if (keys !== undefined && !existsSync(keys)) throw new Error(`There is no folder ${keys}.`)
  const parts = PARTS.filter((name) => {
    if (!manifest.parts[name] || (name === 'database' && isFilesOnly)) return false
    // Keys are stored apart from the rest, so it is no error if they are missing.
    return name !== 'keys' || findPart(backup, name, keys) !== undefined
  })
  if (parts.length === 0) throw new Error(`${backup} holds nothing of what is to be restored.`)
  return parts
}

async function unpack(
  dataDir: string,
  staging: string,
  manifest: Manifest,
  parts: readonly PartName[],
  { backup, keys, now }: RestoreWish,
) {
  const found = parts.map((name) => {
    const from = findPart(backup, name, name === 'keys' ? keys : undefined)
    if (from === undefined) throw new Error(`The backup is incomplete: it has no folder ${name}.`)
    return { name, from, part: manifest.parts[name] ?? { folders: [], files: [] } }
  })
  // Missing or truncated files show at once; altered ones only after reading everything, so the largest part comes
  // last.
  for (const { from, part } of found) await refuseIncomplete(from, part)
  for (const { name, from, part } of found.toReversed())
    await unpackPart(from, name === 'database' ? staging : join(staging, name), part)
  const { database } = manifest.parts
  if (!database || !parts.includes('database')) return undefined
  const account = unprivilegedAccount()
  await prepareDatabase(staging, database, account)
  return tryDatabase(staging, findPostgres(dataDir, account), { made: new Date(manifest.made), now })
}

const hasContent = (dataDir: string, name: string) =>
  existsSync(join(dataDir, 'files', name.slice(0, 2), name.slice(2)))
