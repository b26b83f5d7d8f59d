import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { isPassword } from '#server/features/auth/public/password.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import {
  makeClient,
  newClient,
  PASSWORD,
  setAdminPassword,
  signInAs,
  tryToSignIn,
} from './platform-fixture.ts'

let server: DemoServer
let platform: ApiUser
let administrator: ApiUser

beforeAll(async () => {
  server = await openDemo()
  platform = await server.signIn('platform')
  administrator = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const detail = async (id: string) => (await platform.get(`client/detail/${id}`)).body.result

describe('a new client', () => {
  test('is created with its administrator, who signs in by the e-mail address and administers it', async () => {
    const { desk, id, saved } = await makeClient(server, platform)
    expect(saved.body).toMatchObject({
      message: 'Saved',
      result: { id, country: 'India', currency: 'INR', fname: 'Ravi' },
    })
    const { result } = (await desk.get('auth/loggedUserDtl')).body
    expect(result).toMatchObject({
      client_id: id,
      name: 'Ravi Menon',
      is_client_admin: 1,
      can_create_branch: 1,
      currency: 'INR',
      no_of_decimal: 2,
      main_modules: ['teleradiology', 'appointment_system'],
    })
    expect(result.modules).toContain('manage_users')
    expect(result.modules).not.toContain('manage_clients')
    expect((await desk.get(`${PHP}roles`)).body.result.data).toMatchObject([
      { id: 2, title: 'Administrator' },
    ])
  })

  test('takes the currency and decimals of its country by default', async () => {
    const { body } = await platform.post('client/save', newClient({ country_id: 965 }))
    expect(body.result).toMatchObject({ country: 'Kuwait', currency: 'KWD', no_of_decimal: 3 })
  })

  test('is not partly created when the administrator cannot be created', async () => {
    const taken = newClient({ email: 'admin.sanjeevani@sanjeevani.example' })
    const { status, body } = await platform.post('client/save', taken)
    expect([status, body.fields]).toEqual([400, { email: 'is taken already' }])
    const rows = await askAdmin(
      server,
      'select 1 from client where id = $1 union all select 1 from role where client_id = $1',
      [taken.id],
    )
    expect(rows).toEqual([])
  })

  test('accepts no administrator password, and needs the fields of the form', async () => {
    const typed = await platform.post('client/save', newClient({ password: 'Other#2026x' }))
    expect([typed.status, typed.body.fields]).toEqual([
      400,
      { password: 'is set by its person: save without it, and make a link for them' },
    ])
    const { body } = await platform.post(
      'client/save',
      newClient({ name: ' ', fname: '', email: 'x', country_id: 4711 }),
    )
    expect(body.fields).toMatchObject({
      name: 'is required',
      fname: 'is required',
      email: 'must be an e-mail address',
    })
  })

  test('is the same client when the save is repeated', async () => {
    const input = newClient()
    const [first, second] = [
      await platform.post('client/save', input),
      await platform.post('client/save', input),
    ]
    expect([first.status, second.status]).toEqual([200, 200])
    expect((await platform.post('client/save', input)).body.result.rev).toBe(first.body.result.rev)
  })
})

describe('the administrator’s first password', () => {
  test('is set by a link that works once; before that the administrator cannot sign in', async () => {
    const input = newClient()
    await platform.post('client/save', input)
    for (const password of ['', PASSWORD])
      expect((await tryToSignIn(server, input.email, password)).status).not.toBe(200)
    const first = await platform.post('client/passwordLink', { id: input.id })
    expect(first.body).toMatchObject({ message: 'Link made', result: { sent_to: '' } })
    const secret = new URL(first.body.result.url, 'https://here.example').hash.slice(1)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    await setAdminPassword(server, platform, input.id)
    const again = await server.send({
      method: 'POST',
      url: '/api/auth/setPassword',
      payload: { secret, new_password: 'Other#2026x', confirm_password: 'Other#2026x' },
    })
    expect(again.status).not.toBe(200)
    // From now on the platform sees no link, because the link gives access to the account.
    const late = await platform.post('client/passwordLink', { id: input.id })
    expect([late.status, late.body.code]).toEqual([422, 'refused'])
  })

  test('is accessible to the platform only', async () => {
    const { id, desk } = await makeClient(server, platform)
    expect((await desk.post('client/passwordLink', { id })).body.code).toBe('not_permitted')
    expect((await platform.post('client/passwordLink', { id: PLATFORM_CLIENT_ID })).status).toBe(404)
    expect(
      (await platform.post('client/passwordLink', { id: '00000000-0000-7000-8000-0000000000ff' })).status,
    ).toBe(404)
  })
})

describe('an existing client', () => {
  test('is listed by name with its numbers, found by a word and by its status, and the platform is never listed', async () => {
    const { id } = await makeClient(server, platform, { name: 'Zenith Scans', status: 1 })
    const { body } = await platform.get('client/list', { k: 'zenith' })
    expect(body.result.data).toMatchObject([{ id, branches_count: 0, pacs_count: 0, has_basic_auth_pwd: 0 }])
    const all = (await platform.get('client/list/ALL')).body.result as {
      id: string
      branches_count: number
    }[]
    expect(all.find((row) => row.id === SANJEEVANI.id)?.branches_count).toBe(SANJEEVANI.branches.length)
    expect(all.map((row) => row.id)).not.toContain(PLATFORM_CLIENT_ID)
    expect(
      (await platform.get('client/list', { k: 'zenith', status: '0' })).body.result.page.total_records,
    ).toBe(0)
    expect((await platform.get(`client/detail/${PLATFORM_CLIENT_ID}`)).status).toBe(404)
  })

  test('changes on the revision that was seen, and the second administrator gets a conflict', async () => {
    const { id } = await makeClient(server, platform)
    const before = await detail(id)
    const input = { ...newClient({ id, email: before.email }), name: 'Renamed', password: undefined }
    const saved = await platform.post('client/save', input, { 'if-match': `"${before.rev}"` })
    expect(saved.body.result).toMatchObject({ name: 'Renamed', rev: before.rev + 1 })
    const late = await platform.post(
      'client/save',
      { ...input, name: 'Late' },
      { 'if-match': `"${before.rev}"` },
    )
    expect([late.status, late.body.code, late.body.current.name]).toEqual([409, 'conflict', 'Renamed'])
  })

  test('keeps its passwords private: hashed, shown as present, exactly as typed', async () => {
    const { id } = await makeClient(server, platform, { basic_auth_usr: ' lab in ', basic_auth_pwd: 'a b c' })
    expect(await detail(id)).toMatchObject({ basic_auth_usr: 'labin', has_basic_auth_pwd: 1 })
    expect(JSON.stringify(await detail(id))).not.toMatch(/argon2|"abc"/)
    const [row] = await askAdmin<{ basic_auth_pwd_hash: string }>(
      server,
      'select basic_auth_pwd_hash from client where id = $1',
      [id],
    )
    expect(row?.basic_auth_pwd_hash).toMatch(/^\$argon2id\$/)
    expect(await isPassword(row?.basic_auth_pwd_hash, 'a b c')).toBe(true)
    expect(await isPassword(row?.basic_auth_pwd_hash, 'abc')).toBe(false)
    const other = await platform.post(
      'client/save',
      newClient({ basic_auth_usr: 'labin', basic_auth_pwd: 'x' }),
    )
    expect(other.body.fields).toEqual({ basic_auth_usr: 'is taken already' })
  })

  test('can change its administrator’s name and address, and keeps the password', async () => {
    const { id, email } = await makeClient(server, platform)
    const before = await detail(id)
    const input = {
      ...newClient({ id, name: before.name }),
      fname: 'Asha',
      email: `new.${email}`,
      password: 'Other#2026x',
    }
    expect((await platform.post('client/save', input, { 'if-match': `"${before.rev}"` })).status).toBe(200)
    expect(await detail(id)).toMatchObject({ fname: 'Asha', email: `new.${email}` })
    const desk = await signInAs(server, `new.${email}`, PASSWORD)
    expect((await desk.get('auth/loggedUserDtl')).body.result.name).toBe('Asha Menon')
  })

  test('buys AI companies’ body parts at its own price', async () => {
    const { result: companies } = (await platform.get('ai/companies')).body
    const part = companies.data[0].modalities[0].bodyparts[0]
    const { id } = await makeClient(server, platform, {
      ai_bodyparts: [{ bodypart_id: part.id, ae_title: 'LUMEN', price: 2.5, currency: 'KWD' }],
    })
    expect((await detail(id)).ai_bodyparts).toEqual([
      {
        bodypart_id: part.id,
        ae_title: 'LUMEN',
        price: 2.5,
        currency: 'KWD',
        company: 'Lumina Reads',
        modality: companies.data[0].modalities[0].modality,
        bodypart: part.bodypart,
      },
    ])
    const wrong = newClient({ ai_bodyparts: [{ bodypart_id: randomUUID() }] })
    expect((await platform.post('client/save', wrong)).body.fields).toHaveProperty('ai_bodyparts')
  })

  test('is disabled by its status: everybody is signed out, and it returns unchanged', async () => {
    const { id, desk, email } = await makeClient(server, platform)
    const before = await detail(id)
    const off = { ...newClient({ id, name: before.name, email }), status: 0, password: undefined }
    const saved = await platform.post('client/save', off, { 'if-match': `"${before.rev}"` })
    expect(saved.status).toBe(200)
    expect((await desk.get('auth/loggedUserDtl')).status).toBe(403)
    await platform.post('client/save', { ...off, status: 1 }, { 'if-match': `"${saved.body.result.rev}"` })
    expect((await desk.get('auth/loggedUserDtl')).status).toBe(403)
    expect((await tryToSignIn(server, email, PASSWORD)).status).toBe(200)
  })

  test('is deleted: hidden and signed out at once, with all its rows kept', async () => {
    const { id, desk, email } = await makeClient(server, platform)
    expect((await platform.post('client/delete', { id })).body).toEqual({ message: 'Deleted' })
    expect((await desk.get('auth/loggedUserDtl')).status).toBe(403)
    expect((await tryToSignIn(server, email, PASSWORD)).status).toBe(401)
    expect((await platform.get(`client/detail/${id}`)).status).toBe(404)
    expect((await platform.post('client/delete', { id })).status).toBe(404)
    const rows = await askAdmin(server, 'select 1 from app_user where client_id = $1', [id])
    expect(rows).toHaveLength(1)
    expect((await platform.post('client/delete', { id: PLATFORM_CLIENT_ID })).status).toBe(404)
  })

  test('has every action of the platform in its own trail', async () => {
    const { id } = await makeClient(server, platform)
    await platform.post('client/delete', { id })
    const lines = await readAudit(server, id, 'client')
    expect(lines.map(({ action, record_id }) => [action, record_id])).toEqual([
      ['save', id],
      ['delete', id],
    ])
    expect(JSON.stringify(lines)).not.toContain(PASSWORD)
  })
})

describe('rights', () => {
  test('users of a client neither see nor change clients, licences or AI companies', async () => {
    const asked = await Promise.all([
      administrator.get('client/list'),
      administrator.get('client/list/ALL'),
      administrator.get(`client/detail/${SANJEEVANI.id}`),
      administrator.post('client/save', newClient()),
      administrator.post('client/delete', { id: SANJEEVANI.id }),
      administrator.get('licence/lists'),
      administrator.get('ai/companies'),
    ])
    expect(asked.map(({ status, body }) => [status, body.code])).toEqual(
      asked.map(() => [422, 'not_permitted']),
    )
  })

  test('the platform’s administrator reads no patient row, whichever client is named', async () => {
    for (const path of ['study/list', 'patient/list'])
      expect((await platform.get(path, { client_id: SANJEEVANI.id })).status).not.toBe(200)
    const branches = await platform.get('branch/list', { client_id: SANJEEVANI.id })
    expect(branches.body.result.page.total_records).toBe(SANJEEVANI.branches.length)
    expect(DEMO_PASSWORD).not.toBe(PASSWORD)
  })

  test('countries are readable by everybody, with the values that depend on them', async () => {
    const { result } = (await administrator.get(`${PHP}master/countries/ALL`, { k: 'kuw' })).body
    expect(result).toEqual([
      { id: 965, name: 'Kuwait', phone_code: '965', currency: 'KWD', no_of_decimal: 3, locale: 'en-KW' },
    ])
    const { page } = (await administrator.get(`${PHP}master/countries`, { p: '2', ps: '20' })).body.result
    expect(page).toMatchObject({ start: 20, total: 20, cur_page: 2 })
  })
})
