import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findPostgres, unprivilegedAccount } from '#server/kernel/database/binaries.ts'
import { DataInUseError } from '#server/kernel/database/data-lock.ts'
import { type EmbeddedDatabase, startEmbedded } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { startPostgres } from '#server/kernel/database/postgres-process.ts'
import { isRunning } from '#server/kernel/database/process-identity.ts'
import { makeDataDir } from '#tests/helpers/server-process.ts'

vi.setConfig({ testTimeout: 60_000 })
const isRoot = process.getuid?.() === 0
type DataDir = ReturnType<typeof makeDataDir>
/** Creating a cluster takes a second or more, so most tests share one. */
const shared = makeDataDir()
let place: DataDir = shared
const started: EmbeddedDatabase[] = []
const ownPlaces: DataDir[] = []

beforeEach(() => {
  place = shared
})
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
  for (const one of ownPlaces.splice(0)) one.remove()
})
afterAll(() => shared.remove())

function takeOwnPlace(): void {
  place = makeDataDir()
  ownPlaces.push(place)
}

async function start(report?: (words: string) => void): Promise<EmbeddedDatabase> {
  const embedded = await startEmbedded({ dataDir: place.dataDir, ...(report ? { report } : {}) })
  started.push(embedded)
  return embedded
}

async function ask<Row extends QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let left = 300; left > 0; left--) {
    if (await condition()) return
    await pause(100)
  }
  throw new Error('waited in vain')
}

const answers = (url: string) =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  )

test('the cluster listens to this machine only, and its password is readable by its owner only', async () => {
  const { url, adminUrl } = await start()
  expect(await ask(adminUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(statSync(join(place.dataDir, 'database-password')).mode & 0o777).toBe(0o600)
  expect(statSync(join(place.dataDir, 'database-logins.json')).mode & 0o777).toBe(0o600)
  expect(statSync(join(place.dataDir, 'socket')).mode & 0o777).toBe(0o700)
  expect(
    await ask(url, 'select rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user'),
  ).toEqual([{ rolsuper: false, rolcreaterole: false, rolbypassrls: false }])
  await expect(ask(url.replace(/:[^:@]*@/, ':wrong@'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
})

test('a second start on the same directory is refused while the first runs, and allowed afterwards', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(DataInUseError)
  expect(await answers(first.url)).toBe(true)
  await first.stop()
  expect(await answers((await start()).url)).toBe(true)
})

test('a killed database restarts by itself with all committed data', async () => {
  const words: string[] = []
  const embedded = await start((said) => words.push(said))
  await ask(embedded.migrationUrl, 'create table survivor (id int)')
  await ask(embedded.migrationUrl, 'insert into survivor values (7)')
  const before = embedded.pid() ?? 0
  process.kill(before, 'SIGKILL')
  await until(() => embedded.pid() !== before && answers(embedded.url))
  expect(await ask(embedded.migrationUrl, 'select id from survivor')).toEqual([{ id: 7 }])
  expect(words[0]).toMatch(/^The database ended and is started again\./)
  expect(words.at(-1)).toBe('The database is back.')
})

test('a database left running by a killed server is taken over', async () => {
  const first = await start()
  await ask(first.migrationUrl, 'create table kept (id int)')
  await first.stop()
  const account = unprivilegedAccount()
  const leftover = await startPostgres({
    native: findPostgres(place.dataDir, account),
    cluster: join(place.dataDir, 'postgres'),
    socketDir: join(place.dataDir, 'socket'),
    port: undefined,
    account,
    settings: [],
  })
  const second = await start()
  expect(isRunning(leftover.pid ?? 0)).toBe(false)
  expect(await ask(second.migrationUrl, 'select * from kept')).toEqual([])
})

test('a stale pid file of another program does not prevent a start', async () => {
  const first = await start()
  await first.stop()
  writeFileSync(
    join(place.dataDir, 'postgres', 'postmaster.pid'),
    `${process.pid}\n${place.dataDir}/postgres\n`,
  )
  expect(await answers((await start()).url)).toBe(true)
})

test('an interrupted first start is repeated', async () => {
  takeOwnPlace()
  mkdirSync(join(place.dataDir, 'postgres'))
  writeFileSync(join(place.dataDir, 'postgres', 'PG_VERSION'), '18\n')
  writeFileSync(join(place.dataDir, 'database-password'), '')
  expect(await answers((await start()).url)).toBe(true)
  expect(readFileSync(join(place.dataDir, 'database-password'), 'utf8')).not.toBe('')
})

test('a database that has run is never removed on a guess', async () => {
  takeOwnPlace()
  mkdirSync(join(place.dataDir, 'postgres'))
  for (const name of ['PG_VERSION', 'postmaster.opts'])
    writeFileSync(join(place.dataDir, 'postgres', name), '')
  await expect(start()).rejects.toThrow('holds a database that ran before')
  expect(existsSync(join(place.dataDir, 'postgres', 'PG_VERSION'))).toBe(true)
})

test.skipIf(!isRoot)('root is told when its database could not enter the folder', async () => {
  takeOwnPlace()
  const inside = join(place.dataDir, 'inside')
  chmodSync(place.dataDir, 0o700)
  await expect(startEmbedded({ dataDir: inside })).rejects.toThrow(`may not enter ${place.dataDir}`)
})

test('a long path falls back to a short folder for the socket', async () => {
  takeOwnPlace()
  const embedded = await startEmbedded({ dataDir: join(place.dataDir, 'a'.repeat(100)) })
  started.push(embedded)
  expect(await answers(embedded.url)).toBe(true)
  const socketDir = decodeURIComponent(
    new URL(embedded.url.replace('@/', '@host/')).searchParams.get('host') ?? '',
  )
  await embedded.stop()
  expect(existsSync(socketDir)).toBe(false)
})

test('an emptied database has none of its tables', async () => {
  const embedded = await start()
  await ask(embedded.migrationUrl, 'create table gone (id int)')
  await embedded.empty()
  expect(await ask(embedded.url, `select to_regclass('gone') as gone`)).toEqual([{ gone: null }])
})

test('an older database transfers its objects to the migration login by itself', async () => {
  takeOwnPlace()
  const older = await start()
  await migrate(older.migrationUrl)
  const inside = older.adminUrl.replace('/postgres?', '/readroom?')
  const password = readFileSync(join(place.dataDir, 'database-password'), 'utf8')
  for (const statement of [
    'alter table migration owner to readroom',
    'alter database readroom owner to readroom',
    'grant readroom_owner to readroom',
    `alter role readroom inherit password '${password}'`,
  ])
    await ask(inside, statement)
  await older.stop()
  rmSync(join(place.dataDir, 'database-logins.json'))

  const now = await start()
  expect(await migrate(now.migrationUrl)).toEqual([])
  const database = await openDatabase({ url: now.url, poolMax: 1 })
  await expect(database.pool.query('set role readroom_owner')).rejects.toThrow('permission denied')
  await database.close()
  const oldAddress = now.url.replace(/:[^:@]*@/, `:${password}@`)
  await expect(ask(oldAddress, 'select 1')).rejects.toThrow('password authentication failed')
})
