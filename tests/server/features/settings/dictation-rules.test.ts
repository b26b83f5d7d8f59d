import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())

test('speech stays on the device until an administrator of the client allows otherwise', async () => {
  const iyer = await server.signIn('dr.iyer')
  const rules = async () => (await iyer.get('report/dictationRules')).body.result
  await askAdmin(server, 'delete from client_setting where client_id = $1', [SANJEEVANI.id])
  expect(await rules()).toEqual({ may_leave_device: 0 })
  await askAdmin(
    server,
    'insert into client_setting (client_id, dictation_may_leave_device) values ($1, true)',
    [SANJEEVANI.id],
  )
  expect(await rules()).toEqual({ may_leave_device: 1 })
})

test('the rules are not returned without a session', async () => {
  expect((await server.send({ method: 'GET', url: '/api/report/dictationRules' })).status).toBe(403)
})
