import { expect, test } from 'vitest'
import { runAsAdmin } from '#tests/helpers/database/template-database.ts'
import { askForCluster, openAdmin } from '#tests/helpers/database/test-database.ts'

test('a pooled connection ended by its server costs only the connection', async () => {
  const { adminUrl } = await askForCluster()
  const pool = openAdmin(adminUrl)
  // Without a listener the process would end, and this test could not report it.
  expect(pool.listenerCount('error')).toBe(1)
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const isGone = new Promise((gone) => pool.once('remove', gone))
  await runAsAdmin(adminUrl, `select pg_terminate_backend(${rows[0]?.pid})`)
  await isGone
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})
