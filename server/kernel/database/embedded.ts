import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Account, closedFolderAbove, findPostgres, unprivilegedAccount } from './binaries.ts'
import { makeCluster, SUPERUSER } from './cluster.ts'
import { lockDataDir } from './data-lock.ts'
import { type DatabaseUrls, MIGRATION_LOGIN, makeLogins, POOL_LOGIN } from './logins.ts'
import { type Report, runPostmaster } from './postmaster.ts'
import { asSuperuser, DATABASE, prepareLogins } from './prepare-logins.ts'

/** A unix socket's path must fit in 107 bytes (macOS: 103), including the name of the socket. */
const SOCKET_PATH_MAX = 80
const MAX_CONNECTIONS = 60

export interface EmbeddedOptions {
  dataDir: string
  /** The folder of a PostgreSQL (with `bin/postgres`); absent means the one that came with npm. */
  program?: string
  /** PostgreSQL settings in addition to ours, as `name=value`. */
  settings?: readonly string[]
  /** Called when the database died and when it is back. */
  report?: Report
}

export interface EmbeddedDatabase extends DatabaseUrls {
  /** For tests and backups: a superuser. */
  adminUrl: string
  pid: () => number | undefined
  /** Drops the application's database and creates it again. Everything in it is lost. */
  empty: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL that came with npm on `dataDir/postgres`, which is created at the first start. It listens on a
 * unix socket (loopback on Windows), ends with this process, and restarts if it dies. Throws DataInUseError if another
 * running server has the directory.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const home = resolve(options.dataDir)
  const account = unprivilegedAccount()
  refuseClosedFolder(home, account)
  const unlock = lockDataDir(home)
  const socketDir = makeSocketDir(home, account)
  const leave = () => {
    if (!socketDir.startsWith(home)) rmSync(socketDir, { recursive: true, force: true })
    unlock()
  }
  try {
    return await startIn(home, socketDir, account, options, leave)
  } catch (error) {
    leave()
    throw error
  }
}

async function startIn(
  home: string,
  socketDir: string,
  account: Account | undefined,
  { program, settings = [], report = () => {} }: EmbeddedOptions,
  leave: () => void,
): Promise<EmbeddedDatabase> {
  const native = program ?? findPostgres(home, account)
  const { cluster, password } = makeCluster(native, home, account)
  const postmaster = await runPostmaster(
    { native, cluster, socketDir, account, settings: [`max_connections=${MAX_CONNECTIONS}`, ...settings] },
    report,
  )
  const urlOf = (user: string, secret: string, database: string) =>
    postmaster.port === undefined
      ? `postgres://${user}:${secret}@/${database}?host=${encodeURIComponent(socketDir)}`
      : `postgres://${user}:${secret}@127.0.0.1:${postmaster.port}/${database}`
  const adminUrl = urlOf(SUPERUSER, password, 'postgres')
  const logins = makeLogins(home)
  try {
    await prepareLogins(adminUrl, logins, (database) => urlOf(SUPERUSER, password, database))
  } catch (error) {
    await postmaster.stop()
    throw error
  }
  return {
    url: urlOf(POOL_LOGIN, logins[POOL_LOGIN], DATABASE),
    migrationUrl: urlOf(MIGRATION_LOGIN, logins[MIGRATION_LOGIN], DATABASE),
    adminUrl,
    pid: postmaster.pid,
    empty: () =>
      asSuperuser(adminUrl, async (client) => {
        await client.query(`drop database if exists ${DATABASE} with (force)`)
        await client.query(`create database ${DATABASE} owner ${MIGRATION_LOGIN}`)
      }),
    stop: async () => {
      await postmaster.stop()
      leave()
    },
  }
}

function refuseClosedFolder(home: string, account: Account | undefined): void {
  mkdirSync(home, { recursive: true })
  const closed = account === undefined ? undefined : closedFolderAbove(home)
  if (closed !== undefined)
    throw new Error(
      `PostgreSQL cannot run as root and its own account may not enter ${closed}. Run the server as an ordinary user, or set READROOM_DATA to a folder where other accounts may enter, for example /var/lib/readroom.`,
    )
}

function makeSocketDir(home: string, account: Account | undefined): string {
  const inside = join(home, 'socket')
  const isShort = Buffer.byteLength(inside) <= SOCKET_PATH_MAX
  // A fixed name in the shared temporary folder could be planted by another user; a random one cannot.
  const socketDir = isShort ? inside : mkdtempSync(join(tmpdir(), 'readroom-'))
  if (isShort) mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  if (account !== undefined) chownSync(socketDir, account.uid, account.gid)
  return socketDir
}
