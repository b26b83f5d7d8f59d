import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { makeSoftwarePasskey } from '#tests/helpers/device/software-passkey.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'
import {
  AT_DOMAIN,
  askedBy,
  beginRegistration,
  ORIGIN,
  passkeysOf,
  prove,
  RP_ID,
  registerPasskey,
} from './passkey-fixture.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo(AT_DOMAIN)
})
afterAll(() => server.close())

const NOT_ASKED_FOR = 'is not the passkey that was asked for, or came too late'
const NOT_OWN = 'is not from one of your passkeys, or came too late'

test('a person registers a passkey with the password, and sees it with its capabilities', async () => {
  const desk = await server.signIn('dr.mehta')
  const options = await beginRegistration(desk)
  expect(options).toMatchObject({
    rp: { id: RP_ID },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    extensions: { prf: {} },
    excludeCredentials: [],
  })
  const passkey = makeSoftwarePasskey()
  const credential = passkey.create(askedBy(options), { hasPrf: true })
  const { status, body } = await desk.post('passkey/register', { name: ' Laptop ', credential })
  expect([status, body.result]).toEqual([
    200,
    {
      id: expect.any(String),
      credential_id: passkey.id,
      name: 'Laptop',
      rp_id: RP_ID,
      transports: ['internal'],
      made: server.clock.now.toISOString(),
      last_used: null,
      has_prf: true,
      is_backed_up: false,
    },
  ])
  expect(await passkeysOf(desk)).toEqual([body.result])
  expect((await beginRegistration(desk)).excludeCredentials).toMatchObject([{ id: passkey.id }])
})

test('a session alone registers nothing: the proof is required in the same call', async () => {
  const desk = await server.signIn('dr.rao')
  const bare = await desk.post('passkey/registerOptions', {})
  const guess = await desk.post('passkey/registerOptions', { password: 'Guess#2026' })
  expect([bare.status, bare.body.fields?.password]).toEqual([400, 'is required, or a passkey'])
  expect([guess.status, guess.body.fields?.password]).toEqual([400, 'is not your password'])
  // A challenge for another purpose does not register a passkey.
  await registerPasskey(desk)
  const { body } = await desk.post('passkey/askOptions', {})
  const credential = makeSoftwarePasskey().create(askedBy(body.result))
  const stolen = await desk.post('passkey/register', { name: 'Thief', credential })
  expect([stolen.status, stolen.body.fields?.credential]).toEqual([400, NOT_ASKED_FOR])
  expect(await passkeysOf(desk)).toHaveLength(1)
})

test.each([
  ['another page', { origin: 'https://ris.example.org.evil.example' }],
  ['the right name without https', { origin: 'http://ris.example.org' }],
  ['another domain name', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'A'.repeat(43) }],
  ['nobody whose finger was asked for', { isVerified: false }],
  ['an answer where a new passkey is due', { type: 'webauthn.get' }],
  ['a foreign page that frames the app', { crossOrigin: true }],
])('a new passkey from %s is refused', async (_, lie) => {
  const desk = await server.signIn('dr.iyer')
  const options = await beginRegistration(desk)
  const credential = makeSoftwarePasskey().create(askedBy(options, lie))
  const { status, body } = await desk.post('passkey/register', { name: 'Laptop', credential })
  expect([status, Object.keys(body.fields)]).toEqual([400, ['credential']])
  expect(await passkeysOf(desk)).toEqual([])
})

test('a challenge is valid once, for five minutes, and only for its session', async () => {
  const [desk, other] = [await server.signIn('dr.nair'), await server.signIn('dr.nair')]
  const options = await beginRegistration(desk)
  const give = (at: typeof desk, of = options) =>
    at.post('passkey/register', { name: 'Key', credential: makeSoftwarePasskey().create(askedBy(of)) })
  expect((await give(other)).body.fields?.credential).toBe(NOT_ASKED_FOR)
  expect((await give(desk)).body.fields?.credential).toBe(NOT_ASKED_FOR)
  const next = await beginRegistration(desk)
  expect((await give(desk, next)).status).toBe(200)
  expect((await give(desk, next)).body.fields?.credential).toBe(NOT_ASKED_FOR)
  const late = await beginRegistration(desk)
  const { now } = server.clock
  server.clock.now = new Date(now.getTime() + 5 * 60_000 + 1)
  expect((await give(desk, late)).body.fields?.credential).toBe(NOT_ASKED_FOR)
  server.clock.now = now
})

test('a credential belongs to one person permanently, whoever else sends it', async () => {
  const owner = await server.signIn('dr.joshi')
  const { passkey, id } = await registerPasskey(owner)
  for (const username of ['dr.joshi', 'dr.rao', 'admin.alnoor']) {
    const desk = await server.signIn(username)
    const { answer } = await registerPasskey(desk, passkey)
    expect([username, answer.status, answer.body.code]).toEqual([username, 422, 'refused'])
  }
  expect((await owner.post('passkey/remove', { id, password: DEMO_PASSWORD })).status).toBe(200)
  expect((await registerPasskey(owner, passkey)).answer.status).toBe(422)
})

test('a passkey proves the person for the next one and for a removal; one with a decreasing counter does not', async () => {
  const desk = await server.signIn('admin.alnoor')
  const { passkey, id } = await registerPasskey(desk)
  const second = makeSoftwarePasskey()
  const options = await beginRegistration(desk, { assertion: await prove(desk, passkey) })
  const credential = second.create(askedBy(options))
  const { body } = await desk.post('passkey/register', { name: 'Phone', credential })
  expect(body.result.name).toBe('Phone')

  const cloned = await desk.post('passkey/remove', {
    id,
    assertion: await prove(desk, passkey, { counter: 1 }),
  })
  expect([cloned.status, cloned.body.fields]).toEqual([400, { assertion: NOT_OWN }])
  const removed = await desk.post('passkey/remove', { id, assertion: await prove(desk, second) })
  expect(removed.status).toBe(200)
  expect((await passkeysOf(desk)).map(({ name }) => name)).toEqual(['Phone'])
  // A removed passkey is no proof any more.
  const late = await desk.post('passkey/registerOptions', { assertion: await prove(desk, passkey) })
  expect([late.status, late.body.fields]).toEqual([400, { assertion: NOT_OWN }])
})

test.each([
  ['another page', { origin: 'https://evil.example' }],
  ['another domain name', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'A'.repeat(43) }],
  ['nobody whose finger was asked for', { isVerified: false }],
  ['a new passkey where an answer is due', { type: 'webauthn.create' }],
])('a proof from %s is refused', async (_, lie) => {
  const desk = await server.signIn('dr.kulkarni')
  const passkey = makeSoftwarePasskey()
  const { id } = await registerPasskey(desk, passkey)
  const { status, body } = await desk.post('passkey/remove', {
    id,
    assertion: await prove(desk, passkey, lie),
  })
  expect([status, body.fields]).toEqual([400, { assertion: NOT_OWN }])
  expect((await passkeysOf(desk)).map((own) => own.id)).toContain(id)
})

test('nobody names, removes or uses another person’s passkey', async () => {
  const [owner, other] = [await server.signIn('dr.mehta'), await server.signIn('reception.kothrud')]
  const { passkey, id } = await registerPasskey(owner)
  await registerPasskey(other)
  const renamed = await other.post('passkey/rename', { id, name: 'Mine' })
  const removed = await other.post('passkey/remove', { id, password: DEMO_PASSWORD })
  expect([renamed.status, removed.status]).toEqual([404, 404])
  const proof = await other.post('passkey/registerOptions', { assertion: await prove(other, passkey) })
  expect([proof.status, proof.body.fields]).toEqual([400, { assertion: NOT_OWN }])
  expect((await owner.post('passkey/rename', { id, name: 'Blue key' })).body.result.name).toBe('Blue key')
  expect((await owner.post('passkey/rename', { id, name: '  ' })).body.fields).toEqual({
    name: 'is required',
  })
})

test('wrong proofs are counted together, and slowed down', async () => {
  const desk = await server.signIn('tech.andheri')
  const { passkey } = await registerPasskey(desk)
  for (let n = 0; n < 5; n += 1) {
    expect((await desk.post('passkey/registerOptions', { password: `Guess#${n}` })).status).toBe(400)
    const assertion = await prove(desk, passkey, { rpId: 'evil.example' })
    expect((await desk.post('passkey/registerOptions', { assertion })).status).toBe(400)
  }
  const { status, body } = await desk.post('passkey/registerOptions', { password: DEMO_PASSWORD })
  expect([status, body.code]).toEqual([429, 'throttled'])
})

test('the owner is notified by the bell, it is audited, and the row of a removed passkey stays', async () => {
  const desk = await server.signIn('dr.deshpande')
  const { id } = await registerPasskey(desk)
  await desk.post('passkey/remove', { id, password: DEMO_PASSWORD })
  const told = await askAdmin<{ kind: string }>(
    server,
    'select kind from notification where subject_id = $1 order by kind',
    [id],
  )
  expect(told.map(({ kind }) => kind)).toEqual(['passkey_added', 'passkey_removed'])
  const audited = await askAdmin<{ action: string }>(
    server,
    'select action from audit_trail where record_id = $1 order by at, id',
    [id],
  )
  expect(audited.map(({ action }) => action)).toEqual(['passkey_added', 'passkey_removed'])
  const rows = await askAdmin(
    server,
    'select 1 from passkey where id = $1 and removed is not null and removed_by = user_id and length(public_key) > 64',
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('where browsers offer no passkeys, the list says so and a registration is refused with a message', async () => {
  const plain = await openDemo({ READROOM_URL: 'http://192.168.1.20:8080' })
  try {
    const desk = await plain.signIn('dr.mehta')
    expect((await desk.get('passkey/list')).body.result).toMatchObject({ passkeys: [], rp_id: '' })
    const { status, body } = await desk.post('passkey/registerOptions', { password: DEMO_PASSWORD })
    expect([status, body.message]).toEqual([
      422,
      expect.stringContaining('a secure address (https) with a domain name'),
    ])
  } finally {
    await plain.close()
  }
})

test('without a public address the address opened by the browser is used', async () => {
  const demo = await openDemo()
  try {
    const desk = await demo.signIn('dr.mehta')
    const headers = {
      authorization: `Bearer ${desk.token}`,
      host: 'ris.example.org',
      'x-forwarded-proto': 'https',
    }
    const { body } = await demo.send({ method: 'GET', url: '/api/passkey/list', headers })
    expect([body.result.rp_id, ORIGIN]).toEqual([RP_ID, 'https://ris.example.org'])
  } finally {
    await demo.close()
  }
})
