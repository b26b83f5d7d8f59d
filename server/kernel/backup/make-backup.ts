import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { DataInUseError } from '../database/data-lock.ts'
import { startEmbedded } from '../database/embedded.ts'
import { findRunning } from '../database/running.ts'
import { syncFolder } from '../files/write-durably.ts'
import { copyCluster } from './copy-cluster.ts'
import { copyFile } from './copy-file.ts'
import { copyKeys } from './copy-keys.ts'
import { copyTree } from './copy-tree.ts'
import { demoMark, stampOf } from './data-folder.ts'
import { type Manifest, type Part, UNFINISHED, writeManifest } from './manifest.ts'

/** Thrown if the database is an outside one, which has its own backup tools. */
export class OutsideDatabaseError extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'OutsideDatabaseError'
  }
}

export interface BackupWish {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3' | 'keysFile'>
  /** The folder that collects backups; each is a folder of its own in it. */
  into: string
  /** Leaves the database out. */
  isFilesOnly: boolean
  now: () => Date
  /** Version of this program. */
  version: string
}

export interface MadeBackup {
  folder: string
  manifest: Manifest
  /** Folders left by earlier, interrupted backups. */
  unfinished: string[]
}

/**
 * Makes a backup of the data folder, whether or not a server runs on it. It has another name until it is complete and
 * on disk. Throws OutsideDatabaseError if DATABASE_URL is set and the database is wanted.
 */
export async function makeBackup(wish: BackupWish): Promise<MadeBackup> {
  const { config, isFilesOnly, now } = wish
  if (config.databaseUrl && !isFilesOnly)
    throw new OutsideDatabaseError(
      'DATABASE_URL names an outside database, which is backed up by its own tools: pg_dump, or its provider. Files and keys of this server: npm run backup -- --files-only, after the database.',
    )
  const into = resolve(wish.into)
  refuseInside(into, config.dataDir)
  await mkdir(into, { recursive: true, mode: 0o700 })
  const unfinished = (await readdir(into)).filter((name) => name.endsWith(UNFINISHED))
  const folder = join(into, `readroom-${stampOf(now())}`)
  if (existsSync(folder)) throw new Error(`${folder} is there already.`)
  const halfMade = folder + UNFINISHED
  await mkdir(halfMade, { mode: 0o700 })
  try {
    const manifest = await fill(halfMade, wish)
    await writeManifest(halfMade, manifest)
    await syncFolder(halfMade)
    await rename(halfMade, folder)
    await syncFolder(into)
    return { folder, manifest, unfinished: unfinished.map((name) => join(into, name)) }
  } catch (error) {
    await rm(halfMade, { recursive: true, force: true })
    throw error
  }
}

function refuseInside(into: string, dataDir: string): void {
  const way = relative(resolve(dataDir), into)
  const isInside = way === '' || !(way.startsWith('..') || resolve(way) === way)
  if (isInside)
    throw new Error(`A backup inside of ${dataDir} would be lost with it. Name a folder elsewhere.`)
}

// The database first: a file or key is on disk before a row names it, so both exist for every copied row.
async function fill(halfMade: string, wish: BackupWish): Promise<Manifest> {
  const { config, isFilesOnly, now, version } = wish
  const { dataDir, s3 } = config
  const database = isFilesOnly ? undefined : await copyDatabase(dataDir, join(halfMade, 'database'), now)
  const from = join(dataDir, 'files')
  const files: Part | undefined =
    s3 || !existsSync(from)
      ? undefined
      : await copyTree(from, join(halfMade, 'files'), { leaveOut: (path) => path.endsWith('.part') })
  const keys = await copyKeys(config, join(halfMade, 'keys'))
  return {
    format: 'readroom-backup',
    version: 1,
    made: (database?.until ?? now()).toISOString(),
    readroom: version,
    ...(database && { postgres: database.postgres }),
    parts: { ...(database && { database: database.part }), ...(files && { files }), keys },
  }
}

async function copyDatabase(dataDir: string, to: string, now: () => Date) {
  if (!existsSync(join(dataDir, 'postgres.complete')))
    throw new Error(`There is no database in ${dataDir} to back up.`)
  refuseHalfDemo(dataDir)
  await mkdir(to, { mode: 0o700 })
  const { folders, files, postgres, until } = await withAdmin(dataDir, (adminUrl) =>
    copyCluster(adminUrl, join(dataDir, 'postgres'), join(to, 'postgres'), now),
  )
  refuseHalfDemo(dataDir)
  const password = await copyFile(join(dataDir, 'database-password'), join(to, 'database-password'))
  if (!password) throw new Error(`${dataDir} has no database-password, without which its database is closed.`)
  await syncFolder(to)
  const below = (path: string) => `postgres/${path}`
  return {
    postgres,
    until,
    part: {
      folders: ['postgres', ...folders.map(below)],
      files: [
        ...files.map((file) => ({ ...file, path: below(file.path) })),
        { path: 'database-password', ...password },
      ],
    },
  }
}

function refuseHalfDemo(dataDir: string): void {
  if (existsSync(demoMark(dataDir)))
    throw new Error('The demo is being loaded. Try again when the server is ready.')
}

/** Runs `work` with the database of a running server, or with one that is started just for it. */
async function withAdmin<T>(dataDir: string, work: (adminUrl: string) => Promise<T>): Promise<T> {
  const own = await startEmbedded({ dataDir }).catch((error: unknown) => {
    if (error instanceof DataInUseError) return undefined
    throw error
  })
  try {
    return await work(own?.adminUrl ?? findRunning(dataDir).adminUrl)
  } finally {
    await own?.stop()
  }
}
