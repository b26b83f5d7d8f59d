import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DemoServer, type Desk, NOW, openDemo, PHP } from '../open-demo.ts'
import { saveUser } from '../people/people-desk.ts'
import { makeClient, newLicence, PASSWORD, tryToSignIn } from './platform-desk.ts'

let server: DemoServer
let platform: Desk

beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = NOW
  platform = await server.signIn('platform')
})

const makeLicence = async (over: Record<string, unknown> = {}) =>
  (await platform.post('licence/save', newLicence(over))).body.result

const LATER = (days: number) => new Date(NOW.getTime() + days * 86_400_000)

describe('licence keys', () => {
  test('are made by the server, readable and each its own', async () => {
    const [one, two] = [await makeLicence(), await makeLicence()]
    expect(one.licence_key).toMatch(/^([2-9A-HJKMNP-TV-Z]{5}-){4}[2-9A-HJKMNP-TV-Z]{5}$/)
    expect(two.licence_key).not.toBe(one.licence_key)
    expect(one).toMatchObject({ used_by: null, used_by_name: '', using_from_date: null, main_module_ids: [] })
  })

  test('are listed by name, found, changed on their revision, and keep their key', async () => {
    const made = await makeLicence({ name: 'Findable One' })
    const { data } = (await platform.get('licence/lists', { k: 'findable' })).body.result
    expect(data).toEqual([made])
    const input = newLicence({ id: made.id, name: 'Findable Two', no_of_doctors: 9 })
    const { body } = await platform.post('licence/save', input, { 'if-match': `"${made.rev}"` })
    expect(body.result).toMatchObject({
      name: 'Findable Two',
      no_of_doctors: 9,
      licence_key: made.licence_key,
    })
    expect((await platform.post('licence/save', input, { 'if-match': '"1"' })).body.result.rev).toBe(
      body.result.rev,
    )
    const late = await platform.post('licence/save', { ...input, name: 'Late' }, { 'if-match': '"1"' })
    expect([late.status, late.body.current.name]).toEqual([409, 'Findable Two'])
  })

  test('need name, counts and last day', async () => {
    const { id } = newLicence()
    const { body } = await platform.post('licence/save', {
      id,
      name: '',
      no_of_branches: -1,
      status: 1,
      main_module_ids: [],
    })
    expect(Object.keys(body.fields).toSorted()).toEqual([
      'expired_on',
      'name',
      'no_of_branches',
      'no_of_doctors',
    ])
  })

  test('are deleted while nobody uses them, and refused with the client that does', async () => {
    const free = await makeLicence()
    expect((await platform.post('licence/delete', { id: free.id })).body).toEqual({ message: 'Deleted' })
    expect((await platform.post('licence/delete', { id: free.id })).status).toBe(404)
    const used = await makeLicence()
    const { desk } = await makeClient(server, platform, { name: 'Lotus Scans' })
    await desk.post('client/activateLicence', { key: used.licence_key })
    const { status, body } = await platform.post('licence/delete', { id: used.id })
    expect([status, body.code]).toEqual([422, 'in_use'])
    expect(body.message).toContain('Lotus Scans')
  })
})

describe('activating a key', () => {
  test('gives the client its modules and says who uses it; small letters and blanks do not matter', async () => {
    const { licence_key, id } = await makeLicence({ main_module_ids: ['teleradiology', 'que_screen'] })
    const { desk, id: clientId } = await makeClient(server, platform)
    const { body } = await desk.post('client/activateLicence', {
      key: ` ${licence_key.toLowerCase().replaceAll('-', ' ')} `,
    })
    expect(body.result).toMatchObject({ days_left: 366, no_of_branches: 2, branches: 0, doctors: 0 })
    expect((await desk.get('auth/loggedUserDtl')).body.result.main_modules).toEqual([
      'teleradiology',
      'que_screen',
    ])
    const [shown] = (await platform.get('licence/lists/ALL')).body.result.filter(
      (row: { id: string }) => row.id === id,
    )
    // By the client's own day, not the day by which a licence ends.
    expect(shown).toMatchObject({ used_by: clientId, using_from_date: '2026-11-21' })
    expect((await platform.get(`client/detail/${clientId}`)).body.result.licence_expired_on).toBe(
      '2027-11-21',
    )
  })

  test('without modules leaves the client those that it has', async () => {
    const { licence_key } = await makeLicence()
    const { desk } = await makeClient(server, platform, { main_module_ids: ['booklet'] })
    await desk.post('client/activateLicence', { key: licence_key })
    expect((await desk.get('auth/loggedUserDtl')).body.result.main_modules).toEqual(['booklet'])
  })

  test('is refused for a wrong, over, inactive or another client’s key, and to who is no administrator', async () => {
    const [taken, over, off] = [
      await makeLicence(),
      await makeLicence({ expired_on: '2026-11-01' }),
      await makeLicence({ status: 0 }),
    ]
    const [one, two] = [await makeClient(server, platform), await makeClient(server, platform)]
    await one.desk.post('client/activateLicence', { key: taken.licence_key })
    for (const key of [
      'AAAAA-BBBBB-CCCCC-DDDDD-EEEEE',
      taken.licence_key,
      over.licence_key,
      off.licence_key,
    ]) {
      const { status, body } = await two.desk.post('client/activateLicence', { key })
      expect([status, body.code]).toEqual([422, 'licence'])
    }
    const doctor = await server.signIn('dr.mehta')
    expect((await doctor.post('client/activateLicence', { key: taken.licence_key })).body.code).toBe(
      'not_permitted',
    )
    expect((await doctor.get('client/licence')).body.code).toBe('not_permitted')
  })
})

describe('limits', () => {
  test('a branch beyond the licence is refused in words; two at once do not pass together', async () => {
    const { licence_key } = await makeLicence({ no_of_branches: 1 })
    const { desk } = await makeClient(server, platform)
    await desk.post('client/activateLicence', { key: licence_key })
    const branch = () =>
      desk.post('branch/save', { id: randomUUID(), name: `Branch ${randomUUID()}`, status: 1 })
    const answers = await Promise.all([branch(), branch()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.body).toMatchObject({
      code: 'licence',
      message: 'Your licence is for 1 branch, and there are 1. Ask for a larger one.',
    })
    expect((await desk.get('client/licence')).body.result).toMatchObject({ branches: 1, no_of_branches: 1 })
  })

  test('a doctor beyond it is refused; a user who is none is not', async () => {
    const { licence_key } = await makeLicence({ no_of_doctors: 0 })
    const { desk } = await makeClient(server, platform)
    await desk.post('client/activateLicence', { key: licence_key })
    const person = (over: object) =>
      desk.post(`${PHP}saveUser`, {
        id: randomUUID(),
        fname: 'Anil',
        mobile: '9820011111',
        role_id: 2,
        status: 1,
        username: randomUUID(),
        ...over,
      })
    expect((await person({})).status).toBe(200)
    expect((await person({ is_doctor: 1, can_sign: 1 })).body.code).toBe('licence')
  })
})

describe('after the last day', () => {
  test('only administrators sign in, open sessions go on, and a new key lets everybody back', async () => {
    const first = await makeLicence({ expired_on: '2026-12-01' })
    const { desk, email, id } = await makeClient(server, platform)
    await desk.post('client/activateLicence', { key: first.licence_key })
    await desk.post(`${PHP}saveRole`, {
      title: 'Desk',
      status: 1,
      sales_report: 'All',
      sales_invoice: 'All',
      app_modules: [],
    })
    const roles = (await desk.get(`${PHP}roles/ALL`)).body.result as { id: number; title: string }[]
    const username = `desk.${id.slice(0, 8)}`
    const role_id = roles.find(({ title }) => title === 'Desk')?.id
    const person = { id: randomUUID(), fname: 'Desk', mobile: '9820011111', status: 1, username, role_id }
    expect((await saveUser(desk, { ...person, password: PASSWORD })).status).toBe(200)
    server.clock.now = LATER(11)
    const open = await tryToSignIn(server, username, PASSWORD)
    expect(open.status).toBe(200)

    server.clock.now = LATER(11.2)
    const openDesk = server.deskOf(open.body.token)
    const refused = await tryToSignIn(server, username, PASSWORD)
    expect([refused.status, refused.body.code]).toEqual([422, 'licence'])
    expect(refused.body.message).toContain('ended on 01 Dec 2026')
    expect((await openDesk.get('auth/loggedUserDtl')).status).toBe(200)

    const administrator = server.deskOf((await tryToSignIn(server, email, PASSWORD)).body.token)
    expect((await administrator.get('client/licence')).body.result.is_over).toBe(true)
    const late = await administrator.post('branch/save', { id: randomUUID(), name: 'Late', status: 1 })
    expect(late.body).toMatchObject({ code: 'licence' })
    platform = await server.signIn('platform')
    const next = await makeLicence({ expired_on: '2027-12-01' })
    expect((await administrator.post('client/activateLicence', { key: next.licence_key })).status).toBe(200)
    expect((await tryToSignIn(server, username, PASSWORD)).status).toBe(200)
  })

  test('a licence that was switched off counts as over, and not as none', async () => {
    const made = await makeLicence()
    const { desk } = await makeClient(server, platform)
    await desk.post('client/activateLicence', { key: made.licence_key })
    const [shown] = (await platform.get('licence/lists', { k: made.name })).body.result.data
    const { name, no_of_branches, no_of_doctors, expired_on, main_module_ids, id } = shown
    const off = { id, name, no_of_branches, no_of_doctors, expired_on, main_module_ids, status: 0 }
    expect((await platform.post('licence/save', off, { 'if-match': `"${shown.rev}"` })).status).toBe(200)
    const { body } = await desk.post('branch/save', { id: randomUUID(), name: 'One', status: 1 })
    expect(body.message).toContain('was switched off')
  })
})

test('the first run names what is still to be done, and ticks it', async () => {
  const { desk } = await makeClient(server, platform)
  const steps = async () => (await desk.get('client/setupState')).body.result.steps
  expect(await steps()).toEqual(
    ['branch', 'department', 'machine', 'service', 'user', 'pacs'].map((step) => ({ step, is_done: false })),
  )
  await desk.post('branch/save', { id: randomUUID(), name: 'Main', status: 1 })
  expect((await steps())[0]).toEqual({ step: 'branch', is_done: true })
  const other = await makeClient(server, platform, {
    pacs_used: 'Admin',
    main_module_ids: ['archive_reporting'],
  })
  const own = (await other.desk.get('client/setupState')).body.result.steps as { step: string }[]
  expect(own.map(({ step }) => step)).toEqual(['branch', 'user'])
})
