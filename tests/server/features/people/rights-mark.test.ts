import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { receptionist, roleInput, STRONG, saveRole, saveUser, trySignIn } from './people-fixture.ts'

let server: DemoServer
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

test('a device learns at its next pull that its person’s rights changed, and only then', async () => {
  const input = roleInput({ app_modules: [2] })
  const { id } = (await saveRole(admin, input)).body.result
  const person = receptionist({ role_id: id })
  await saveUser(admin, person)
  const desk = await trySignIn(server, person.username, STRONG)
  const rights = async () => (await desk.get('/api/sync/pull?limit=1')).body.rights as string
  const before = await rights()
  expect(before).toMatch(/^[\w-]{16}$/)
  await saveRole(admin, { ...input, id, title: 'Another name' }, 1)
  expect(await rights()).toBe(before)
  await saveRole(admin, { ...input, id, title: 'Another name', app_modules: [2, 13] }, 2)
  expect(await rights()).not.toBe(before)
})
