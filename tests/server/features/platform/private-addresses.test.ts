import { afterAll, beforeAll, expect, test } from 'vitest'
import { client } from '#contract/masters/client.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { newClient } from './platform-fixture.ts'

let server: DemoServer
let platform: ApiUser
beforeAll(async () => {
  server = await openDemo()
  platform = await server.signIn('platform')
})
afterAll(() => server.close())

const make = async (over: Record<string, unknown> = {}) => {
  const { status, body } = await platform.post(client.paths.save, newClient(over))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.result as { id: string; rev: number; reaches_private: 0 | 1 }
}
const mayCall = (id: string) =>
  server.app.kernel
    .wayOut(id)
    .find({ host: '10.0.0.5', port: 104 })
    .then(
      () => true,
      () => false,
    )

test('among several clients a new one may not call private addresses until the platform allows it', async () => {
  const input = newClient()
  const made = (await platform.post(client.paths.save, input)).body.result
  expect([made.reaches_private, await mayCall(made.id)]).toEqual([0, false])
  const kept = input
  const on = await platform.post(client.paths.save, { ...kept, rev: made.rev, reaches_private: 1 })
  expect([on.body.result.reaches_private, await mayCall(made.id)]).toEqual([1, true])
  const off = await platform.post(client.paths.save, { ...kept, rev: on.body.result.rev, reaches_private: 0 })
  expect([off.body.result.reaches_private, await mayCall(made.id)]).toEqual([0, false])
})

test('a client’s own administrator cannot allow it', async () => {
  const admin = await server.signIn('admin.sanjeevani')
  const { body } = await admin.post(client.paths.save, newClient({ reaches_private: 1 }))
  expect(body.code).toBe('not_permitted')
})

test('the only client of an installation may call them from the start, and keeps that when a second one is added', async () => {
  await askAdmin(
    server,
    `update client set hidden = now() where id <> '00000000-0000-7000-8000-000000000001'`,
  )
  const first = await make({ reaches_private: 0 })
  expect([first.reaches_private, await mayCall(first.id)]).toEqual([1, true])
  const second = await make()
  expect([second.reaches_private, await mayCall(second.id)]).toEqual([0, false])
  expect(await mayCall(first.id)).toBe(true)
})
