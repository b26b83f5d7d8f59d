import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { SECRET_COLUMNS, sealPlainSecrets } from '#server/features/settings/seal-plain-secrets.ts'
import { isSealed, secretContext } from '#server/kernel/keys/secrets.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'

let server: DemoServer
let admin: Client
beforeAll(async () => {
  server = await openDemo()
  admin = new Client({ connectionString: server.db.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await server.close()
})

const clientId = SANJEEVANI.id

test('a start seals every secret that an older version stored plain, and leaves sealed ones unchanged', async () => {
  await admin.query(`insert into client_setting (client_id) values ($1) on conflict do nothing`, [clientId])
  for (const [table, { columns }] of Object.entries(SECRET_COLUMNS))
    for (const column of columns)
      await admin.query(`update ${table} set ${column} = $2 where client_id = $1`, [
        clientId,
        `old ${column}`,
      ])
  await sealPlainSecrets(server.app.kernel)
  const first = await storedSecrets()
  expect(first.length).toBeGreaterThan(10)
  for (const { context, column, stored } of first) {
    expect(isSealed(stored)).toBe(true)
    expect(await server.app.kernel.secrets.open(context, stored)).toBe(`old ${column}`)
  }
  await sealPlainSecrets(server.app.kernel)
  expect(await storedSecrets()).toEqual(first)
})

test('every column with the name of a secret is covered', async () => {
  const { rows } = await admin.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and column_name ~ '(password|_pwd|token|secret|client_key)$'`,
  )
  const known = Object.entries(SECRET_COLUMNS).flatMap(([table, { columns }]) =>
    columns.map((column) => `${table}.${column}`),
  )
  expect(
    rows.map(({ name }) => name).filter((name) => !known.includes(name)),
    'Seal it: add the column to SECRET_COLUMNS and to entry.clients_with_plain_secrets.',
  ).toEqual([])
})

async function storedSecrets() {
  const found: { context: string; column: string; stored: string }[] = []
  for (const [table, { id, columns }] of Object.entries(SECRET_COLUMNS))
    for (const column of columns) {
      const { rows } = await admin.query<{ id: string; stored: string }>(
        `select ${id} as id, ${column} as stored from ${table} where client_id = $1 order by 1`,
        [clientId],
      )
      for (const row of rows)
        found.push({ context: secretContext(clientId, table, row.id, column), column, stored: row.stored })
    }
  return found
}
