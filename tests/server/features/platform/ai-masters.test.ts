import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'

let server: DemoServer
let platform: ApiUser

beforeAll(async () => {
  server = await openDemo()
  platform = await server.signIn('platform')
})
afterAll(() => server.close())

const part = (over: object = {}) => ({
  id: randomUUID(),
  bodypart: 'Knee',
  price: 1.25,
  currency: 'INR',
  description: '',
  viewer_url: '',
  ...over,
})
const company = (over: object = {}) => ({
  id: randomUUID(),
  name: 'Orbit AI',
  report_response_format: 'Html',
  basic_auth_usr: `orbit ${randomUUID()}`,
  basic_auth_pwd: ' se cret ',
  status: 1,
  modalities: [{ modality: 'MR', bodyparts: [part()] }],
  ...over,
})
const basic = (user: string, password: string) =>
  server.send({
    method: 'POST',
    url: '/api/aiapi/saveAIReportRespone',
    payload: { studyuid: '1.2.3', report: 'x' },
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
  })

describe('AI companies', () => {
  test('are stored with their modalities and prices; the user name without spaces, the password as typed, as its hash', async () => {
    const input = company()
    const { body } = await platform.post('ai/saveCompany', input)
    const user = input.basic_auth_usr.replace(' ', '')
    expect(body.result).toMatchObject({
      basic_auth_usr: user,
      has_basic_auth_pwd: 1,
      modalities: input.modalities,
    })
    expect(JSON.stringify(body)).not.toMatch(/argon|secret/)
    const [row] = await askAdmin<{ hash: string }>(
      server,
      'select basic_auth_pwd_hash as hash from ai_company where id = $1',
      [input.id],
    )
    expect(row?.hash).toMatch(/^\$argon2id\$/)
    expect((await basic(user, input.basic_auth_pwd)).status).toBe(404)
    expect((await basic(user, input.basic_auth_pwd.replaceAll(' ', ''))).status).toBe(401)
    expect((await basic(user, 'wrong')).status).toBe(401)
  })

  test('need user and password, a unique user, and their own body parts', async () => {
    expect(
      (await platform.post('ai/saveCompany', company({ basic_auth_pwd: undefined }))).body.fields,
    ).toEqual({ basic_auth_pwd: 'is required' })
    expect((await platform.post('ai/saveCompany', company({ basic_auth_usr: ' ' }))).body.fields).toEqual({
      basic_auth_usr: 'is required',
    })
    const taken = await platform.post('ai/saveCompany', company({ basic_auth_usr: 'lumina' }))
    expect(taken.body.fields).toEqual({ basic_auth_usr: 'is taken already' })
    const { data } = (await platform.get('ai/companies', { k: 'lumina' })).body.result
    const foreign = part({ id: data[0].modalities[0].bodyparts[0].id })
    const stolen = await platform.post(
      'ai/saveCompany',
      company({ modalities: [{ modality: 'CT', bodyparts: [foreign] }] }),
    )
    expect(stolen.body.fields).toHaveProperty('modalities')
    const price = company({
      modalities: [{ modality: 'CT', bodyparts: [part({ price: -1, currency: 'EUR' })] }],
    })
    expect((await platform.post('ai/saveCompany', price)).status).toBe(400)
  })

  test('change on their revision; a removed body part is disabled and stays for its buyers', async () => {
    const input = company()
    const { rev } = (await platform.post('ai/saveCompany', input)).body.result
    const { basic_auth_pwd: _, ...kept } = input
    const changed = { ...kept, modalities: [{ modality: 'XA', bodyparts: [part({ bodypart: 'Heart' })] }] }
    const saved = await platform.post('ai/saveCompany', changed, { 'if-match': `"${rev}"` })
    expect(saved.body.result.modalities).toEqual(changed.modalities)
    expect((await platform.get(`ai/companyBodyParts/${input.id}`)).body.result).toEqual(changed.modalities)
    const rows = await askAdmin(
      server,
      'select 1 from ai_company_bodypart where company_id = $1 and not active',
      [input.id],
    )
    expect(rows).toHaveLength(1)
    const late = await platform.post(
      'ai/saveCompany',
      { ...changed, name: 'Late' },
      { 'if-match': `"${rev}"` },
    )
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  })

  test('are deleted: their password no longer works, and their user name is free', async () => {
    const input = company()
    await platform.post('ai/saveCompany', input)
    expect((await platform.post('ai/deleteCompany', { id: input.id })).body).toEqual({ message: 'Deleted' })
    expect((await basic(input.basic_auth_usr.replace(' ', ''), 'secret')).status).toBe(401)
    expect(
      (await platform.post('ai/saveCompany', company({ basic_auth_usr: input.basic_auth_usr }))).status,
    ).toBe(200)
    expect((await platform.get(`ai/companyBodyParts/${input.id}`)).status).toBe(404)
  })
})

describe('AI body parts', () => {
  const bodyPart = (over: object = {}) => ({
    id: randomUUID(),
    name: `Chest ${randomUUID().slice(0, 6)}`,
    status: 1,
    items: [
      { heading: 'Nodules', description: 'From 4 mm', specifications: 'CT 1 mm', photo_id: null },
      { heading: 'Effusion', description: '', specifications: '', photo_id: null },
    ],
    ...over,
  })

  test('are stored with their items in order, and readable by every client', async () => {
    const input = bodyPart()
    const { body } = await platform.post('ai/saveBodyPart', input)
    expect(body.result.items).toMatchObject(input.items)
    const doctor = await server.signIn('dr.mehta')
    const { data } = (await doctor.get('ai/bodyParts', { k: input.name })).body.result
    expect(data).toEqual([body.result])
    expect((await doctor.post('ai/saveBodyPart', bodyPart())).body.code).toBe('not_permitted')
  })

  test('keep a formatted description, and refuse one that a report may not contain', async () => {
    const items = [{ heading: 'Nodules', description: '<p>From <strong>4 mm</strong></p>' }]
    expect((await platform.post('ai/saveBodyPart', bodyPart({ items }))).status).toBe(200)
    const bad = bodyPart({ items: [{ heading: 'Nodules', description: '<img src=x onerror=alert(1)>' }] })
    const refused = await platform.post('ai/saveBodyPart', bad)
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid'])
    expect(refused.body.fields.items).toContain('Nodules')
    expect((await platform.get('ai/bodyParts', { k: bad.name })).body.result.data).toEqual([])
  })

  test('accept a photo uploaded as such, which every client may read', async () => {
    const refused = await platform.post(
      'ai/saveBodyPart',
      bodyPart({ items: [{ heading: 'X', photo_id: randomUUID() }] }),
    )
    expect(refused.body.fields).toHaveProperty('items')
  })
})
