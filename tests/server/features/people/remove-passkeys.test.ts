import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { AT_DOMAIN, passkeysOf, registerPasskey } from '../passkeys/passkey-fixture.ts'

const CLIENT = SANJEEVANI.id
let server: DemoServer
let admin: ApiUser
let reader: ApiUser
beforeAll(async () => {
  server = await openDemo(AT_DOMAIN)
  admin = await server.signIn('admin.sanjeevani')
  reader = await server.signIn('dr.rao')
})
afterAll(() => server.close())

const idOf = (username: string) => DEMO_PEOPLE.find((one) => one.username === username)?.id ?? ''
const remove = (desk: ApiUser, username: string) => desk.post('user/removePasskeys', { id: idOf(username) })

test('an administrator removes the passkeys and codes of a person who lost them, and the person is notified', async () => {
  const { id } = await registerPasskey(reader)
  await reader.post('passkey/recoveryCodes', { password: DEMO_PASSWORD })
  const answer = await remove(admin, 'dr.rao')
  expect([answer.status, answer.body.message]).toEqual([200, '1 passkey removed.'])
  expect(await passkeysOf(reader)).toEqual([])
  const [codes] = await askAdmin<{ n: number }>(
    server,
    'select count(*)::int as n from recovery_code where user_id = $1',
    [idOf('dr.rao')],
  )
  expect(codes?.n).toBe(0)
  const told = await askAdmin<{ kind: string }>(
    server,
    'select kind from notification where user_id = $1 and subject_id = $2',
    [idOf('dr.rao'), id],
  )
  expect(told.map(({ kind }) => kind)).toContain('passkey_removed')
  const trail = (await readAudit(server, CLIENT, 'user')).filter(
    ({ action }) => action === 'passkeys_removed',
  )
  expect(trail).toMatchObject([{ record_id: idOf('dr.rao'), detail: { count: 1 } }])
  // The key is kept, because its signatures are checked later.
  const [kept] = await askAdmin<{ removed_by: string }>(
    server,
    'select removed_by from passkey where id = $1',
    [id],
  )
  expect(kept?.removed_by).toBe(idOf('admin.sanjeevani'))
})

test('only administrators do so, only for their own client and not for themselves', async () => {
  expect((await remove(reader, 'reception.andheri')).body.code).toBe('not_permitted')
  expect((await remove(admin, 'admin.sanjeevani')).body.message).toBe(
    'Remove your own passkeys under Devices and sign-ins.',
  )
  const stranger = DEMO_PEOPLE.find(
    ({ username }) => username.startsWith('admin.') && username !== 'admin.sanjeevani',
  )
  expect((await remove(admin, stranger?.username ?? '')).body.code).toBe('not_found')
})
