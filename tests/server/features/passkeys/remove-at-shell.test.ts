import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { TEST_KEYS_FILE } from '#tests/helpers/keys-file.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { AT_DOMAIN, passkeysOf, registerPasskey } from './passkey-fixture.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
let server: DemoServer
let platform: ApiUser
beforeAll(async () => {
  server = await openDemo(AT_DOMAIN)
  platform = await server.signIn('platform')
})
afterAll(() => server.close())

/** Runs the command in the server's shell. */
async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/remove-passkeys.ts'), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: server.db.url,
      READROOM_MIGRATION_URL: server.db.migrationUrl,
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

const signIn = () =>
  server.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'platform', password: DEMO_PASSWORD },
  })

test('a platform administrator who lost all passkeys and codes gets access again, with an e-mail and a trail entry', async () => {
  const { id } = await registerPasskey(platform)
  await platform.post('passkey/recoveryCodes', { password: DEMO_PASSWORD })
  await askAdmin(server, `update client set passkey_rule = 'Administrators' where id = $1`, [
    PLATFORM_CLIENT_ID,
  ])
  expect((await signIn()).body.passkey_required).toBe('Y')

  const { code, said } = await run('--user', 'platform')
  expect([code, said]).toEqual([0, expect.stringMatching(/^1 passkey of platform removed/)])
  expect(await passkeysOf(platform)).toEqual([])
  // The rule requires a new one; the password alone does not let anybody in.
  expect((await signIn()).body).toMatchObject({ passkey_required: 'R' })
  const [left] = await askAdmin<{ codes: number; by: string | null; letters: number }>(
    server,
    `select (select count(*)::int from recovery_code where client_id = $1) as codes,
       (select removed_by from passkey where id = $2) as by,
       (select count(*)::int from pgboss.job where name = 'passkeys/letter' and data::text like '%' || $2 || '%') as letters`,
    [PLATFORM_CLIENT_ID, id],
  )
  // One letter about the registered passkey, one about its removal.
  expect(left).toEqual({ codes: 0, by: null, letters: 2 })
  const trail = (await readAudit(server, PLATFORM_CLIENT_ID, 'user')).filter(
    ({ action }) => action === 'passkeys_removed',
  )
  expect(trail).toMatchObject([{ user_id: null, detail: { count: 1, at: 'the shell of the server' } }])
})

test('a client’s user is also found by the user name, and is notified by the bell', async () => {
  const admin = await server.signIn('admin.sanjeevani')
  const { id } = await registerPasskey(admin)
  expect(await run('--user', 'admin.sanjeevani')).toMatchObject({ code: 0 })
  const told = await askAdmin(
    server,
    `select 1 from notification where kind = 'passkey_removed' and subject_id = $1`,
    [id],
  )
  expect(told).toHaveLength(1)
})

test('an unknown name is reported', async () => {
  expect(await run('--user', 'dr.nobody')).toEqual({
    code: 1,
    said: 'Nobody signs in by the user name dr.nobody.\n',
  })
})
