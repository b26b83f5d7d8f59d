import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { restoreMark } from '../backup/data-folder.ts'
import type { Account } from './binaries.ts'

/** The superuser of the cluster; the application never connects as it. */
export const SUPERUSER = 'postgres'

/**
 * Creates the cluster `home/postgres` with initdb if it does not exist yet, and returns the password stored beside it.
 * A marker is written last, so the half-made cluster of a killed first start is created again.
 */
export function makeCluster(native: string, home: string, account: Account | undefined) {
  const cluster = join(home, 'postgres')
  const secret = join(home, 'database-password')
  const complete = join(home, 'postgres.complete')
  if (existsSync(restoreMark(home)))
    throw new Error(
      `A restore was cut short in ${home}. Run npm run restore again; what was there before lies in its folder before-restore-….`,
    )
  if (existsSync(complete)) return { cluster, password: readFileSync(secret, 'utf8') }
  // A finished cluster without its marker means that the marker was lost: never remove data on a guess.
  if (existsSync(join(cluster, 'PG_VERSION')) && existsSync(join(cluster, 'postmaster.opts')))
    throw new Error(
      `${cluster} holds a database that ran before, but ${complete} is missing. Put it back to go on.`,
    )
  rmSync(cluster, { recursive: true, force: true })
  const password = randomBytes(24).toString('base64url')
  writeDurably(secret, password)
  mkdirSync(cluster, { mode: 0o700 })
  if (account !== undefined) chownSync(cluster, account.uid, account.gid)
  initialise(native, cluster, password, account)
  writeDurably(complete, '')
  return { cluster, password }
}

function initialise(native: string, cluster: string, password: string, account: Account | undefined): void {
  // initdb reads the password as the unprivileged account, which may not read ours.
  const passwordFile = `${cluster}.initdb-password`
  writeDurably(passwordFile, password)
  if (account !== undefined) chownSync(passwordFile, account.uid, account.gid)
  const access = ['-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  const made = spawnSync(
    join(native, 'bin', 'initdb'),
    ['-D', cluster, ...access, '--locale=C.UTF-8', '-E', 'UTF8'],
    {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      windowsHide: true,
      ...account,
    },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0)
    throw new Error(
      `The database could not be made in ${cluster}: ${(made.stderr || String(made.error)).trim()}`,
    )
}

/** Writes a file that only this account reads, and waits until it is on disk. */
export function writeDurably(file: string, text: string): void {
  const handle = openSync(file, 'w', 0o600)
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
}
