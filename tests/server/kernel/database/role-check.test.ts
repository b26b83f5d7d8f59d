import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { createAppPool } from '#server/kernel/database/pool.ts'
import { refuseDangerousRole } from '#server/kernel/database/role-check.ts'
import { runAsAdmin } from '#tests/helpers/database/template-database.ts'
import { openTestDatabase } from '#tests/helpers/database/test-database.ts'

const opened = await openTestDatabase()
const roles: string[] = []

afterEach(async () => {
  for (const role of roles.splice(0))
    await runAsAdmin(opened.adminUrl, `drop owned by ${role}; drop role ${role}`)
})

/** Creates a login with these rights in addition to those of a pool's login. */
async function makeLogin(rights: string) {
  const name = `login_${randomUUID().replaceAll('-', '')}`
  await runAsAdmin(
    opened.adminUrl,
    `create role ${name} login password 'own' ${rights}; grant readroom_app, readroom_platform to ${name}`,
  )
  roles.push(name)
  return { name, url: opened.url.replace(/\/\/[^@]*@/, `//${name}:own@`) }
}

/** Runs the check on a connection with a role of these rights. */
async function checkAs(rights: string): Promise<void> {
  const name = `role_${randomUUID().replaceAll('-', '')}`
  const login = await makeLogin('')
  await runAsAdmin(opened.adminUrl, `create role ${name} ${rights}; grant ${name} to ${login.name}`)
  roles.push(name)
  const pool = createAppPool(login.url, 1)
  pool.options.options = `-c role=${name}`
  try {
    await refuseDangerousRole(pool)
  } finally {
    await pool.end()
  }
}

test.each([
  ['superuser', 'is a superuser'],
  ['bypassrls', 'bypasses row-level security'],
  ['in role readroom_owner', 'has the rights of a table owner'],
  ['in role readroom_app', 'is not readroom_app'],
])('a connection that runs as %s is refused', async (rights, why) => {
  await expect(checkAs(rights)).rejects.toThrow(why)
})

test.each([
  ['superuser', 'is a superuser'],
  ['bypassrls', 'bypasses row-level security'],
  ['createrole', 'may make roles'],
  ['replication', 'may copy the whole database by replication'],
  ['in role readroom_owner', 'may become readroom_owner'],
  ['in role readroom_migration', 'may become pg_database_owner, readroom_migration, readroom_owner'],
  ['in role pg_read_all_data', 'may become pg_read_all_data'],
])('a login with %s is refused for the pool, with the SQL to run', async (rights, why) => {
  const { url } = await makeLogin(rights)
  const opening = openDatabase({ url, poolMax: 1 })
  await expect(opening).rejects.toThrow(why)
  await expect(opening).rejects.toThrow('create role readroom_pool login noinherit')
})

test('a login that owns something in the database is refused', async () => {
  const { name, url } = await makeLogin('')
  await runAsAdmin(opened.adminUrl, `create table theirs (id int); alter table theirs owner to ${name}`)
  await expect(openDatabase({ url, poolMax: 1 })).rejects.toThrow('owns the database or things in it')
})

test('a login with only its roles is accepted', async () => {
  const { url } = await makeLogin('')
  await (await openDatabase({ url, poolMax: 1 })).close()
})

test('options in the address cannot remove the role', async () => {
  const database = await openDatabase({ url: `${opened.url}&options=-c%20role%3Dnone`, poolMax: 1 })
  const { rows } = await database.pool.query('select current_user as role')
  await database.close()
  expect(rows).toEqual([{ role: 'readroom_app' }])
})

test('resetting the role leads to readroom_app, not to the login', async () => {
  const { pool } = opened.database
  const client = await pool.connect()
  await client.query('reset role')
  const { rows } = await client.query('select current_user as role')
  client.release()
  expect(rows).toEqual([{ role: 'readroom_app' }])
})
