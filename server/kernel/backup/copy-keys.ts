import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { copyFile } from './copy-file.ts'
import { copyTree } from './copy-tree.ts'
import type { Part } from './manifest.ts'

type KeyFiles = Pick<Config, 'dataDir' | 'keysFile'>

/** The name of the key file in a backup and in the data folder. */
const SEALING = 'sealing.json'

/** Returns the key file if READROOM_KEYS puts it elsewhere; undefined if it is in the data folder. */
function fileApart({ dataDir, keysFile }: KeyFiles): string | undefined {
  if (keysFile === undefined) return undefined
  return relative(resolve(dataDir, 'keys', SEALING), resolve(keysFile)) === '' ? undefined : keysFile
}

/**
 * Copies the keys folder, including a key file that READROOM_KEYS puts elsewhere. Throws an error that names the
 * setting if there is no key file: a backup without it cannot open anything that was sealed.
 */
export async function copyKeys(place: KeyFiles, to: string): Promise<Part> {
  const folder = join(place.dataDir, 'keys')
  const apart = fileApart(place)
  const file = apart ?? join(folder, SEALING)
  if (!existsSync(file))
    throw new Error(
      apart === undefined
        ? `There is no key file ${file}, and without it a backup opens nothing that was sealed. If the server's READROOM_KEYS names another file, run this command with the same setting.`
        : `READROOM_KEYS names ${file}, which is not there. Run this command with the setting of the server.`,
    )
  const inside = existsSync(folder)
    ? await copyTree(folder, to, { leaveOut: (path) => apart !== undefined && path === SEALING })
    : { folders: [], files: [] }
  if (apart === undefined) return inside
  await mkdir(to, { recursive: true, mode: 0o700 })
  const content = await copyFile(apart, join(to, SEALING))
  if (!content) throw new Error(`READROOM_KEYS names ${apart}, which went away meanwhile.`)
  const files = [...inside.files, { path: SEALING, ...content }].toSorted((a, b) =>
    a.path < b.path ? -1 : 1,
  )
  return { folders: inside.folders, files }
}

/** What happened to restored keys if READROOM_KEYS names a file outside the data folder. */
export interface KeysApart {
  file: string
  outcome: 'placed' | 'same' | 'other'
}

/** Copies restored keys to where READROOM_KEYS names them, unless a file exists there: it is never replaced. */
export async function placeKeys(place: KeyFiles): Promise<KeysApart | undefined> {
  const file = fileApart(place)
  const restored = join(place.dataDir, 'keys', SEALING)
  if (file === undefined || !existsSync(restored)) return undefined
  const bytes = readFileSync(restored)
  if (existsSync(file)) return { file, outcome: readFileSync(file).equals(bytes) ? 'same' : 'other' }
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, bytes, { mode: 0o600, flush: true })
  return { file, outcome: 'placed' }
}
