import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { client } from '#contract/masters/client.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

let server: DemoServer
let platform: ApiUser
let doctor: ApiUser

beforeAll(async () => {
  server = await openDemo()
  platform = await server.signIn('platform')
  doctor = await server.signIn('dr.mehta')
})
afterAll(() => server.close())

/** Saves these modules for the client, as the platform's form does. */
async function switchTo(main_module_ids: readonly string[]) {
  const { result } = (await platform.get(`client/detail/${SANJEEVANI.id}`)).body
  const names = [...Object.keys(client.fields), ...Object.keys(client.extra ?? {})]
  const given = Object.fromEntries(names.filter((name) => name in result).map((name) => [name, result[name]]))
  const input = {
    ...given,
    id: SANJEEVANI.id,
    fname: 'Meera',
    lname: 'Pillai',
    mobile: '9820012345',
    email: 'meera@sanjeevani.example',
    main_module_ids,
  }
  const { status, body } = await platform.post('client/save', input, { 'if-match': `"${result.rev}"` })
  expect([status, body]).toMatchObject([200, { message: 'Saved' }])
}

const ALL = SANJEEVANI.mainModules
const without = (...gone: string[]) => ALL.filter((name) => !gone.includes(name))
const rightsOf = async (desk: ApiUser) => (await desk.get('sync/pull')).body.rights

test('a disabled module refuses at once, with its own code, whatever the role allows', async () => {
  const before = await rightsOf(doctor)
  expect((await doctor.post('study/getList', { flag: 'archives' })).status).toBe(200)
  await switchTo(without('teleradiology', 'archive_reporting', 'patient_portal'))
  for (const answer of [
    await doctor.post('study/getList', { flag: 'archives' }),
    await doctor.get('study/savedFilters'),
    await doctor.post(`${PHP}addStudyComment`, {}),
    // Routes that return a file are mounted separately.
    await doctor.post('study/download', {}),
    await doctor.post(`${PHP}report/thirdPartyPdf`, {}),
  ])
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      422,
      'module_off',
      'This module is switched off for your client.',
    ])
  expect((await doctor.get('auth/loggedUserDtl')).body.result.main_modules).not.toContain('teleradiology')
  // Open pages compare this at their next pull, for which the feed sends a poke.
  expect(await rightsOf(doctor)).not.toBe(before)
  await switchTo(ALL)
  expect(await rightsOf(doctor)).toBe(before)
})

test('every open page is poked: the feed grows without a change of records', async () => {
  const { cursor } = (await doctor.get('sync/pull', { limit: '1000' })).body
  const pos = (await doctor.get('sync/pull')).body.pos
  await switchTo(without('booklet'))
  const after = (await doctor.get('sync/pull')).body
  expect(after.pos).toBeGreaterThan(pos)
  expect((await doctor.get('sync/pull', { cursor })).status).toBe(200)
  await switchTo(ALL)
})

test('copies of studies are removed from the devices with the last module that brings any', async () => {
  const granted = async () => (await doctor.get('sync/pull')).body.granted as string[]
  expect((await granted()).some((scope) => scope.startsWith('branch:'))).toBe(true)
  await switchTo(['booklet'])
  expect((await granted()).some((scope) => scope.startsWith('branch:'))).toBe(false)
  await switchTo(ALL)
})

test('a change made before and delivered after is refused with the code that parks it, and succeeds later', async () => {
  await switchTo(ALL)
  const { data } = (await doctor.post('study/getList', { flag: 'archives' })).body.result
  const study_id = data[0].id
  const id = randomUUID()
  const command = {
    id,
    call: 'addStudyComment',
    version: 1,
    input: { id: randomUUID(), study_id, comment: 'Seen offline', type: 'Normal' },
    at: server.clock.now.toISOString(),
  }
  const deliver = async () =>
    (await doctor.post('sync/commands', { device_id: randomUUID(), commands: [command] })).body.answers[0]
  await switchTo(without('teleradiology', 'archive_reporting'))
  const parked = await deliver()
  expect([parked.status, parked.body.code]).toEqual([422, 'module_off'])
  await switchTo(ALL)
  expect((await deliver()).status).toBe(200)
})
