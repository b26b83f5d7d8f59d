import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { createAppPool } from '#server/kernel/database/pool.ts'
import { refuseDangerousRole } from '#server/kernel/database/role-check.ts'
import { runAsAdmin } from '#tests/helpers/template-database.ts'
import { openTestDatabase } from '#tests/helpers/test-database.ts'

const opened = await openTestDatabase()
const roles: string[] = []

afterEach(async () => {
  for (const role of roles.splice(0)) await runAsAdmin(opened.adminUrl, `drop role ${role}`)
})

/** The check as it would see a connection that runs as a role of these rights. */
async function checkAs(rights: string): Promise<void> {
  const name = `role_${randomUUID().replaceAll('-', '')}`
  await runAsAdmin(opened.adminUrl, `create role ${name} ${rights}; grant ${name} to readroom`)
  roles.push(name)
  const pool = createAppPool(opened.url, 1)
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

test('options in the address cannot take the role away', async () => {
  const database = await openDatabase({ url: `${opened.url}&options=-c%20role%3Dnone`, poolMax: 1 })
  const { rows } = await database.pool.query('select current_user as role')
  await database.close()
  expect(rows).toEqual([{ role: 'readroom_app' }])
})

test('giving the role back leads to readroom_app, not to the login', async () => {
  const { pool } = opened.database
  const client = await pool.connect()
  await client.query('reset role')
  const { rows } = await client.query('select current_user as role')
  client.release()
  expect(rows).toEqual([{ role: 'readroom_app' }])
})
