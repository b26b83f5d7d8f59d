import { randomUUID } from 'node:crypto'
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import {
  DEBIAN_15,
  POSTGRES_VERSIONS,
  type PostgresVersion,
} from '#tests/helpers/database/postgres-versions.ts'
import { runAsAdmin, withDatabase } from '#tests/helpers/database/template-database.ts'
import { askForCluster } from '#tests/helpers/database/test-database.ts'

// Creating a cluster reads and writes much, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const MIGRATIONS = join(import.meta.dirname, '../../../../server/migrations')
const FILES = readdirSync(MIGRATIONS).toSorted()
const undo: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** Creates an empty database and its own login, as the administrator of an outside PostgreSQL would. */
async function outsideDatabase(version: PostgresVersion, rights: string) {
  const { adminUrl } = await askForCluster(version)
  const { url, name } = await makeLoginAndDatabase(adminUrl, rights)
  undo.push(
    () => runAsAdmin(adminUrl, `drop role ${name}`),
    () => runAsAdmin(adminUrl, `drop database ${name} with (force)`),
  )
  return { url, name, adminUrl }
}

async function makeLoginAndDatabase(adminUrl: string, rights: string) {
  const name = `outside_${randomUUID().replaceAll('-', '')}`
  await runAsAdmin(adminUrl, `create role ${name} login password 'outside' ${rights}`)
  await runAsAdmin(adminUrl, `create database ${name} owner ${name}`)
  return { name, url: withDatabase(adminUrl, name).replace(/\/\/[^@]*@/, `//${name}:outside@`) }
}

/** Prepares the usual case: the roles exist, and the administrator granted them to the login. */
async function preparedDatabase(version: PostgresVersion = 18): Promise<string> {
  const { url, name, adminUrl } = await outsideDatabase(version, 'nosuperuser nocreaterole')
  await runAsAdmin(adminUrl, `grant readroom_owner to ${name}`)
  return url
}

/** Creates a cluster without the roles of Readroom. */
async function freshCluster(version: PostgresVersion): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'readroom-fresh-'))
  chmodSync(home, 0o755)
  undo.push(() => rmSync(home, { recursive: true }))
  const program = version === 15 ? { program: DEBIAN_15 } : {}
  const { adminUrl, stop } = await startEmbedded({ dataDir: home, settings: ['fsync=off'], ...program })
  undo.push(stop)
  await runAsAdmin(adminUrl, 'drop database readroom')
  await runAsAdmin(
    adminUrl,
    'drop role readroom, readroom_migration, readroom_owner, readroom_app, readroom_platform',
  )
  return adminUrl
}

const asPool = (url: string) => url.replace(/\/\/[^:]*:/, '//pool_login:')

function copyOfMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'readroom-migrations-'))
  undo.push(() => rmSync(folder, { recursive: true }))
  cpSync(MIGRATIONS, folder, { recursive: true })
  return folder
}

async function ask<Row extends QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

describe.each(POSTGRES_VERSIONS)('on PostgreSQL $version', ({ version, isHere }) => {
  const testHere = test.skipIf(!isHere)

  testHere(
    `a login that may make roles needs no preparation, and lets the pool's in (PostgreSQL ${version})`,
    async () => {
      const adminUrl = await freshCluster(version)
      const { url } = await makeLoginAndDatabase(adminUrl, 'nosuperuser createrole')
      await runAsAdmin(adminUrl, `create role pool_login login noinherit password 'outside'`)
      expect(await migrate(url, { poolLogin: 'pool_login' })).toEqual(FILES)
      await (await openDatabase({ url: asPool(url), poolMax: 1 })).close()
      await expect(openDatabase({ url, poolMax: 1 })).rejects.toThrow('permission denied to set role')
    },
  )

  testHere(`every migration runs once, in order (PostgreSQL ${version})`, async () => {
    const url = await preparedDatabase(version)
    expect(await migrate(url)).toEqual(FILES)
    expect(await migrate(url)).toEqual([])
  })

  testHere(`two servers that start together migrate once (PostgreSQL ${version})`, async () => {
    const url = await preparedDatabase(version)
    const ran = await Promise.all([migrate(url), migrate(url)])
    expect(ran.flat()).toEqual(FILES)
  })

  testHere(`a superuser may migrate, and is no login for the pool (PostgreSQL ${version})`, async () => {
    const { url } = await outsideDatabase(version, 'superuser')
    await migrate(url)
    await expect(openDatabase({ url, poolMax: 1 })).rejects.toThrow('is a superuser')
  })
})

test('a migration edited after it ran is refused by name', async () => {
  const url = await preparedDatabase()
  const folder = copyOfMigrations()
  await migrate(url, { folder })
  writeFileSync(join(folder, '0002_studies.sql'), '-- another text')
  await expect(migrate(url, { folder })).rejects.toThrow('0002_studies.sql was edited after it ran')
})

test('line ends changed by a checkout on Windows do not count as an edit', async () => {
  const url = await preparedDatabase()
  const folder = copyOfMigrations()
  writeFileSync(join(folder, '9998_lines.sql'), 'create table one (\n id int);\n')
  await migrate(url, { folder })
  writeFileSync(join(folder, '9998_lines.sql'), 'create table one (\r\n id int);\r\n')
  expect(await migrate(url, { folder })).toEqual([])
})

test('a failed migration leaves nothing behind, and runs once it is fixed', async () => {
  const url = await preparedDatabase()
  const folder = copyOfMigrations()
  const file = join(folder, '9999_broken.sql')
  writeFileSync(file, 'create table half (id int); select no_such_function();')
  await expect(migrate(url, { folder })).rejects.toThrow('9999_broken.sql failed')
  expect(await ask(url, `select to_regclass('half') as half`)).toEqual([{ half: null }])
  writeFileSync(file, 'create table half (id int)')
  expect(await migrate(url, { folder })).toEqual(['9999_broken.sql'])
})

test('tables belong to readroom_owner and not to the login', async () => {
  const url = await preparedDatabase()
  await migrate(url)
  const owners = await ask(
    url,
    `select distinct tableowner from pg_tables where schemaname in ('public', 'entry') and tablename <> 'migration'`,
  )
  expect(owners).toEqual([{ tableowner: 'readroom_owner' }])
})

test('a login without the rights is shown what its administrator must run', async () => {
  const { url } = await outsideDatabase(18, 'nosuperuser nocreaterole')
  await expect(migrate(url)).rejects.toThrow('grant readroom_owner to M')
})

test('image servers and an alarm from before 0212 are correct right after it and in later migrations', async () => {
  const { url, name, adminUrl } = await outsideDatabase(18, 'nosuperuser nocreaterole')
  await runAsAdmin(adminUrl, `grant readroom_owner to ${name}`)
  // Row-level security hides other clients' rows from every other role.
  const inside = withDatabase(adminUrl, name)
  const older = copyOfMigrations()
  const later = FILES.filter((file) => file >= '0212')
  for (const file of later) rmSync(join(older, file))
  await migrate(url, { folder: older })
  const clientId = randomUUID()
  await ask(inside, `insert into client (id, name) values ('${clientId}', 'Of before')`)
  await ask(
    inside,
    `insert into pacs (client_id, id, name, type, db_host, db_port, use_tls, db_user, db_password) values
      ('${clientId}', '${randomUUID()}', 'Main', 'Premium', 'pacs.example', 8443, true, 'reader', '$sealed$1$k.AAAA'),
      ('${clientId}', '${randomUUID()}', 'Open', 'Basic', '10.0.0.5', 8042, false, '', '')`,
  )
  await ask(
    inside,
    `insert into exchange_peer (client_id, id, kind, name, first_contact, last_at, last_outcome, silent_after_hours)
     values ('${clientId}', '${randomUUID()}', 'pacs_poll', 'Main', now(), now(), 'ok', 4)`,
  )
  const secrets = () => ask(inside, 'select client_id from entry.clients_with_plain_secrets()')
  const plainBefore = await secrets()
  expect(await migrate(url)).toEqual(later)
  // As before: by user and password if there is a user; TLS needs no client certificate.
  const signIn = {
    auth_kind: 'Basic',
    oauth_token_url: '',
    oauth_client_id: '',
    oauth_client_secret: '',
    oauth_scope: '',
    oauth_client_auth: 'client_secret_basic',
    client_certificate: '',
    client_key: '',
    client_key_print: '',
    server_ca: '',
    client_certificate_subject: '',
    client_certificate_expires: null,
  }
  expect(await ask(inside, 'select * from pacs order by name')).toMatchObject([
    { name: 'Main', db_user: 'reader', db_password: '$sealed$1$k.AAAA', use_tls: true, rev: 1, ...signIn },
    { name: 'Open', db_user: '', db_password: '', use_tls: false, rev: 1, ...signIn },
  ])
  // Empty values of the new columns need no sealing.
  expect(await secrets()).toEqual(plainBefore)
  expect(plainBefore).toEqual([])
  expect(await ask(inside, 'select silent_after_hours, counts_from, rest_days from exchange_peer')).toEqual([
    { silent_after_hours: 4, counts_from: null, rest_days: [] },
  ])
  await ask(inside, `update pacs set auth_kind = 'None' where name = 'Open'`)
  await expect(ask(inside, `update pacs set auth_kind = 'Guess' where name = 'Open'`)).rejects.toThrow(
    'auth_kind',
  )
  await ask(inside, `update pacs set client_key = 'plain' where name = 'Main'`)
  expect(await secrets()).toEqual([{ client_id: clientId }])
})
