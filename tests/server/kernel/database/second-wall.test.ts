import { afterAll, expect, test } from 'vitest'
import { POSTGRES_VERSIONS } from '#tests/helpers/database/postgres-versions.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'

const opened = new Map<number, TestDatabase>()
for (const { version, isHere } of POSTGRES_VERSIONS)
  if (isHere) opened.set(version, await openTestDatabase({ version, poolMax: 1 }))

afterAll(async () => {
  for (const db of opened.values()) await db.close()
})

/** Runs an injected statement's attempts on a connection of the pool. */
async function tryAsPool(version: number, statements: readonly string[]): Promise<string> {
  const db = opened.get(version) as TestDatabase
  const client = await db.database.pool.connect()
  try {
    for (const statement of statements) await client.query(statement)
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    client.release(true)
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

for (const { version, isHere } of POSTGRES_VERSIONS)
  test.skipIf(!isHere).each([
    ['set role', ['set role readroom_owner']],
    ['set local role', ['begin', 'set local role readroom_owner']],
    ['set role, after giving the role back', ['set role none', 'set role readroom_owner']],
    ['a setting inside a statement', [`select set_config('role', 'readroom_owner', false)`]],
    ['another session authorization', ['set session authorization readroom_migration']],
    ['the superuser', ['set session authorization postgres']],
    ['a grant to itself', ['set role none', 'grant readroom_owner to readroom']],
    ['a role of its own', ['set role none', 'create role mine in role readroom_owner']],
    ['a table of its own', ['set role none', 'create table public.mine (id int)']],
    ['a dropped table', ['set role none', 'drop table public.migration']],
    ['a table as the login', ['set role none', 'select from public.patient']],
    ['a setting of the database', ['set role none', 'alter database postgres set role to readroom_owner']],
    ['a file of the server', ['set role none', `select pg_read_file('PG_VERSION')`]],
  ])(`%s does not let the pool past row-level security (PostgreSQL ${version})`, async (_, statements) => {
    expect(await tryAsPool(version, statements)).toBe(INSUFFICIENT_PRIVILEGE)
  })
