import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createAdmin } from '#server/features/platform/create-admin.ts'
import { readConfig } from '#server/kernel/config.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'
import { TEST_KEYS_FILE } from '#tests/helpers/keys-file.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const PASSWORD = 'First#2026x'
let db: TestDatabase

beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

/** Runs the command as a person at a terminal does, with all arguments given. */
async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/create-admin.ts'), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: db.url,
      READROOM_MIGRATION_URL: db.migrationUrl,
      READROOM_KEYS: TEST_KEYS_FILE,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

const person = (username: string, ...more: string[]) =>
  run(
    '--name',
    'Ada Rao',
    '--username',
    username,
    '--email',
    `${username}@platform.example`,
    '--password',
    PASSWORD,
    ...more,
  )

test('an empty installation gets its administrator, who signs in and administers clients; a second needs --another', async () => {
  const made = await person('ada')
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('signs in as ada') })
  expect(made.said).not.toContain(PASSWORD)
  expect(await person('eve')).toMatchObject({ code: 1, said: expect.stringContaining('--another') })

  await db.database.tenant('00000000-0000-7000-8000-000000000001', (tx) =>
    tx.updateTable('client').set({ captcha_rule: 'after_failure', passkey_rule: 'Offered' }).execute(),
  )
  const app = await buildApp({ config: readConfig({ READROOM_KEYS: TEST_KEYS_FILE }), database: db.database })
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'ada', password: PASSWORD },
  })
  const headers = { authorization: `Bearer ${signedIn.json().token}` }
  const { result } = (await app.inject({ url: '/api/auth/loggedUserDtl', headers })).json()
  expect(result).toMatchObject({ user_type: 'ADMIN', name: 'Ada Rao', is_admin: 1 })
  expect((await app.inject({ url: '/api/client/list', headers })).statusCode).toBe(200)
  await app.close()
})

test('refuses an invalid name, address or password, and a user name in use', async () => {
  const make = (over: object, another = true) =>
    createAdmin(
      db.database,
      { name: 'Eve', username: 'eve', email: 'eve@platform.example', password: PASSWORD, ...over },
      { another, now: new Date() },
    )
  await expect(make({ password: 'short' })).rejects.toThrow(/^The password needs at least 8 characters/)
  await expect(make({ name: ' ' })).rejects.toThrow('The name is required.')
  await expect(make({ username: 'e v e' })).rejects.toThrow('holds no blanks')
  await expect(make({ email: 'eve' })).rejects.toThrow('The e-mail address is not one.')
  await make({})
  await expect(make({})).rejects.toThrow('The user name eve is taken already.')
})
