import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportSettings } from '#contract/calls/report-settings.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'

let server: DemoServer
let admin: ApiUser

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const general = async () => (await admin.get('client/generalSettings')).body.result

async function saveWith(more: object) {
  const stored = await general()
  const kept = Object.fromEntries(Object.keys(reportSettings).map((name) => [name, stored[name]]))
  return admin.post('client/saveReportSettings', { ...kept, ...more })
}

const fieldOfSession = async () => {
  const payload = { username: 'dr.mehta', password: DEMO_PASSWORD }
  const { body } = await server.send({ method: 'POST', url: '/api/auth/login', payload })
  return body.result.peer_learning as 0 | 1
}

test('it is off until it is enabled, and a form that does not know it leaves it unchanged', async () => {
  expect(await general()).toMatchObject({ peer_learning: 0, peer_share: 2 })
  expect(await fieldOfSession()).toBe(0)
  expect((await saveWith({ peer_learning: 1, peer_share: 2.5 })).body.result).toMatchObject({
    peer_learning: 1,
    peer_share: 2.5,
  })
  expect((await saveWith({})).body.result).toMatchObject({ peer_learning: 1, peer_share: 2.5 })
  expect(await fieldOfSession()).toBe(1)
  expect((await readAudit(server, CLIENT, 'client_setting')).at(-1)?.detail).toMatchObject({
    peer_learning: true,
  })
})

test.each([0, 0.4, 20.1, 2.25, -1, '2'])('a share of %j is refused', async (peer_share) => {
  expect((await saveWith({ peer_share })).body.fields).toHaveProperty('peer_share')
})

test('the key of the draw is in no response', async () => {
  await askAdmin(server, `update client_setting set peer_draw_key = decode(repeat('ab', 32), 'hex')`)
  expect(JSON.stringify(await general())).not.toMatch(/abab|draw_key/)
})

test('the settings show the number of signing doctors', async () => {
  expect((await general()).signing_doctors).toBeGreaterThan(1)
  await askAdmin(
    server,
    `update app_user set can_sign = false where client_id = $1 and username <> 'dr.mehta'`,
    [CLIENT],
  )
  expect((await general()).signing_doctors).toBe(1)
})
