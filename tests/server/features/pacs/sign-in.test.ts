import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { printOfKey } from '#server/integrations/pacs/client-certificate.ts'
import { openSecuredArchive, type SecuredArchive } from '#tests/helpers/archive/secured-archive.ts'
import { issue, makeTestAuthority, type Pair } from '#tests/helpers/network/test-certificates.ts'
import { setClient } from '../imaging/imaging-fixture.ts'
import { askAdmin } from '../look-inside.ts'
import type { ApiUser } from '../open-demo.ts'
import { Answers, expectNotStored } from '../settings/settings-fixture.ts'
import {
  answerStudies,
  eventually,
  openPacsFixture,
  type PacsFixture,
  qidoHeader,
  startFakeServer,
} from './pacs-fixture.ts'

/** In the encoding that RFC 6749 requires before it becomes a password. */
const SECRET = 'client secret+%&1'
/** Sealed to a lost key. */
const LOST = '$sealed$1$gone.AAAA'
const UID = '1.2.840.334.1'
/** An empty zip file: only the end record. */
const ZIP = Buffer.concat([Buffer.from([0x50, 0x4b, 0x05, 0x06]), Buffer.alloc(18)])

let desk: PacsFixture
let archive: SecuredArchive
let admin: ApiUser
let url: string
const answers = new Answers()
const held: object[] = []
let names = 0
/** The image servers of one test; polls of other tests skip them. */
const made: string[] = []

beforeAll(async () => {
  desk = await openPacsFixture()
  archive = await openSecuredArchive((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x')
    if (pathname.endsWith('/series'))
      return void response.end(
        JSON.stringify([qidoHeader(UID, { '0020000E': `${UID}.1`, '00080060': 'CT' })]),
      )
    if (pathname.endsWith(`/studies/${UID}`))
      return void response.writeHead(200, { 'content-type': 'application/zip' }).end(ZIP)
    return answerStudies(() => held)(request, response)
  })
  admin = answers.watch(await desk.server.signIn('admin.sanjeevani'))
  url = await desk.server.app.listen({ port: 0, host: '127.0.0.1' })
  await setClient(desk.server, { study_download: true })
})
afterAll(async () => {
  await desk.close()
  await archive.close()
})
beforeEach(() => {
  archive.asked.length = 0
  archive.giver.asked.length = 0
  archive.wants = 'token'
})
afterEach(async () => {
  for (const id of made.splice(0)) await desk.updatePacs(id, { active: false })
  archive.giver.instead = undefined
  archive.giver.clientSecret = SECRET
  held.length = 0
})

/** Returns the form of an image server with OAuth2, a client certificate and its own certificate authority. */
const formOf = (changes: Record<string, unknown> = {}) => ({
  type: 'Premium',
  name: `Secured ${++names}`,
  db_host: '127.0.0.1',
  db_port: archive.port,
  use_tls: 1,
  db_name: 'dicom-web',
  auth_kind: 'OAuth2',
  oauth_token_url: archive.tokenUrl,
  oauth_client_id: archive.giver.clientId,
  oauth_client_secret: SECRET,
  oauth_scope: archive.giver.scope,
  client_certificate: archive.client.cert,
  client_key: archive.client.key,
  server_ca: archive.authority.cert,
  viewer_url: 'https://viewer.example/',
  poll_seconds: 1,
  status: 1,
  ...changes,
})

const save = async (changes: Record<string, unknown> = {}) => {
  const answer = await admin.post('pacs/save', formOf(changes))
  if (answer.status === 200) made.push(answer.body.result.id)
  return answer
}

const TESTED = [
  'type',
  'db_host',
  'db_port',
  'use_tls',
  'db_user',
  'db_password',
  'db_name',
  'auth_kind',
  'oauth_token_url',
  'oauth_client_id',
  'oauth_client_secret',
  'oauth_scope',
  'oauth_client_auth',
  'client_certificate',
  'client_key',
  'server_ca',
  'id',
]
const testOf = async (changes: Record<string, unknown> = {}) => {
  const form = Object.entries(formOf(changes)).filter(
    ([name, value]) => TESTED.includes(name) && value !== undefined,
  )
  const { body } = await admin.post('pacs/testConnection', Object.fromEntries(form))
  return body.result as { ok: 0 | 1; words: string }
}

test('a server behind OAuth2 and a client certificate is polled, read and downloaded with one token', async () => {
  const { body } = await save()
  const { id } = body.result
  expect(body.result).toMatchObject({
    has_oauth_client_secret: 1,
    has_client_key: 1,
    client_certificate_subject: 'CN=readroom-client',
    client_certificate_expires: expect.stringMatching(/^20\d\d-/),
  })
  held.push(qidoHeader(UID, { '00080020': '20261120', '00080061': 'CT', '00100010': 'Rao^Asha' }))
  const polling = desk.startPolling()
  const [study] = await eventually(desk.studies, (found) => found.some((one) => one.study_iuid === UID))
  await eventually(
    () => desk.pacs(id),
    ({ state }) => state === 'ok',
  )
  await polling.stop()
  const series = await admin.get(`study/getSeries/${study?.id}`)
  expect(series.body.result).toMatchObject([{ modality: 'CT' }])
  const zip = await fetch(`${url}/api/study/download`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ study_id: study?.id }),
  })
  expect(Buffer.from(await zip.arrayBuffer())).toEqual(ZIP)
  expect((await admin.get(`pacs/getAetSources/${id}`)).status).toBe(200)
  expect(archive.giver.asked).toEqual([
    { by: 'basic', grant: 'client_credentials', scope: 'dicom.read', certificate: 'readroom-client' },
  ])
  expect(new Set(archive.asked.map(({ scheme, certificate }) => `${scheme} ${certificate}`))).toEqual(
    new Set(['Bearer readroom-client']),
  )
})

test('a token that is no longer accepted is renewed once, and the request is repeated', async () => {
  const { id } = (await save()).body.result
  const ask = () => admin.get(`pacs/getAetSources/${id}`)
  await ask()
  archive.giver.asked.length = 0
  archive.revokeAll()
  const found = await Promise.all([ask(), ask(), ask()])
  expect(found.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(archive.giver.asked).toHaveLength(1)
  // A token that is refused again is not requested endlessly.
  archive.giver.asked.length = 0
  archive.wants = 'basic'
  const refused = await ask()
  expect([refused.status, refused.body.message]).toEqual([
    503,
    'The image server refuses the token that the token address gave.',
  ])
  expect(archive.giver.asked.length).toBeLessThanOrEqual(3)
})

test('a refused secret is reported by its field, in the polling state and in the test', async () => {
  const { id } = (await save({ oauth_client_secret: 'a wrong word' })).body.result
  const polling = desk.startPolling()
  const row = await eventually(
    () => desk.pacs(id),
    ({ state }) => state === 'down',
  )
  await polling.stop()
  expect(row.state_detail).toBe('The token address refused the client id or secret.')
  expect(await testOf({ id, oauth_client_secret: undefined, client_key: undefined })).toMatchObject({
    ok: 0,
    words: 'The token address refused the client id or secret. Look at the fields of OAuth2.',
  })
})

test('a connection test uses no earlier token, and reports what works', async () => {
  expect(await testOf()).toMatchObject({ ok: 1, words: expect.stringContaining('The connection works.') })
  archive.giver.clientSecret = 'changed there'
  expect(await testOf()).toMatchObject({ ok: 0, words: expect.stringContaining('client id or secret') })
})

test('id and secret are sent in the body if the token server requires it', async () => {
  expect(await testOf({ oauth_client_auth: 'client_secret_post' })).toMatchObject({ ok: 1 })
  expect(archive.giver.asked).toMatchObject([{ by: 'post' }])
})

test('the trail names both hosts of a test', async () => {
  await testOf({ name: 'trail' })
  const rows = await askAdmin<{ detail: object }>(
    desk.server,
    `select detail from audit_trail where action = 'test_connection' order by at desc, id desc limit 1`,
  )
  expect(rows).toEqual([
    { detail: { host: '127.0.0.1', port: archive.port, token_host: new URL(archive.tokenUrl).host } },
  ])
})

describe('the response of the token address', () => {
  const reply = (status: number, body: string, headers: Record<string, string> = {}) => {
    archive.giver.instead = (_, response) => void response.writeHead(status, headers).end(body)
  }
  test.each([
    [200, '<html>Sign in</html>', 'The answer of the token address holds no token.'],
    [200, '{"access_token":"a\\r\\nb"}', 'The answer of the token address holds no token.'],
    [200, '{"access_token":"a","token_type":"mac"}', 'gives tokens of a kind that is not known here'],
    [400, '{"error":"invalid_scope"}', 'The token address refused the scope.'],
    [400, '{"error":"unauthorized_client"}', 'gives this client id no token by client credentials'],
    [404, '', 'The token address answers with status 404 instead of a token.'],
    [500, '', 'The token address answers with error 500.'],
    [429, '', 'The token address asks for a pause (429).'],
    [200, 'x'.repeat(70_000), 'The answer of the token address is too large.'],
  ])('%i %s is explained in words', async (status, body, words) => {
    reply(status, body)
    expect(await testOf()).toMatchObject({ ok: 0, words: expect.stringContaining(words) })
  })

  test('a redirect is not followed: the other address would receive the secret', async () => {
    const other = await startFakeServer((_, response) => response.end('{"access_token":"stolen"}'))
    reply(307, '', { location: `http://127.0.0.1:${other.port}/token` })
    const { words } = await testOf()
    await other.close()
    expect(words).toContain('sends us to another address (307), which is not followed')
    expect(other.asked).toEqual([])
  })
})

test('the token address is reached only through the guarded client', async () => {
  const words = async (oauth_token_url: string) => (await testOf({ oauth_token_url })).words
  expect(await words('http://169.254.169.254/token')).toContain(
    'This server does not call the token address.',
  )
  expect(await words('http://no-such-name.invalid/token')).toContain(
    'The name of the token address was not found.',
  )
  expect(archive.asked).toEqual([])
})

test('a token address without TLS shows a warning, like an image server without it', async () => {
  const plain = await startFakeServer((_, response) => response.end('{"access_token":"plain-token"}'))
  const open = await startFakeServer(answerStudies(() => []))
  const address = { db_port: open.port, use_tls: 0, client_certificate: '', client_key: '' }
  const { ok, words } = await testOf({ ...address, oauth_token_url: `http://127.0.0.1:${plain.port}/token` })
  await Promise.all([plain.close(), open.close()])
  expect(ok).toBe(1)
  expect(words).toContain('The client secret goes to the token address without encryption')
})

test('stored secrets are sent only to the addresses for which they were entered', async () => {
  const { id, rev } = (await save()).body.result
  const kept = { id, oauth_client_secret: undefined, client_key: undefined }
  expect(await testOf(kept)).toMatchObject({ ok: 1 })
  const input = formOf({ ...kept, name: 'moved', oauth_token_url: 'https://elsewhere.example/token' })
  const tested = await admin.post(
    'pacs/testConnection',
    Object.fromEntries(
      Object.entries(input).filter(([name, value]) => TESTED.includes(name) && value !== undefined),
    ),
  )
  expect(tested.body.message).toContain('Enter the client secret again')
  const moved = await admin.post('pacs/save', { ...input, rev })
  expect(moved.body.fields).toEqual({
    oauth_client_secret: 'must be entered again: the token address is another one',
  })
  const form = Object.entries(formOf({ ...kept, db_host: 'localhost' }))
  const host = await admin.post(
    'pacs/testConnection',
    Object.fromEntries(form.filter(([name, value]) => TESTED.includes(name) && value !== undefined)),
  )
  expect(host.body.message).toBe(
    'Enter the client secret and the private key again: the stored ones are used for the stored host and port only.',
  )
})

/** Saves the stored form with these changes, without the secrets that the changes do not name. */
const change = async (id: string, changes: Record<string, unknown>) => {
  const { rev, name } = await desk.pacs(id)
  const kept = { oauth_client_secret: undefined, client_key: undefined }
  return admin.post('pacs/save', formOf({ id, rev, name, ...kept, ...changes }))
}

test('a client secret does not reach another token address in two steps', async () => {
  const { id } = (await save()).body.result
  const elsewhere = { oauth_token_url: 'https://elsewhere.example/token' }
  const aside = await change(id, { auth_kind: 'None', ...elsewhere })
  expect(aside.body.result).toMatchObject({ has_oauth_client_secret: 0, has_client_key: 1 })
  expect((await desk.pacs(id)).oauth_client_secret).toBe('')
  const back = await change(id, { auth_kind: 'OAuth2', ...elsewhere })
  expect(back.body.fields).toEqual({ oauth_client_secret: 'is required with OAuth2 client credentials' })
  const entered = await change(id, { auth_kind: 'OAuth2', ...elsewhere, oauth_client_secret: 'theirs' })
  expect(entered.body.result).toMatchObject({ has_oauth_client_secret: 1 })
})

test('stored secrets stay with their host and port, and other fields require no re-entry', async () => {
  const { id } = (await save()).body.result
  const rule = 'must be entered again: the host is another one'
  for (const moved of [{ db_host: 'elsewhere.example' }, { db_port: 1 }])
    expect((await change(id, moved)).body.fields).toEqual({ oauth_client_secret: rule, client_key: rule })
  expect((await change(id, { poll_seconds: 7, oauth_scope: 'dicom.all' })).status).toBe(200)
  expect((await change(id, { db_host: ' 127.0.0.1 ', db_name: 'other' })).status).toBe(200)
  const keys = { oauth_client_secret: SECRET, client_key: archive.client.key }
  expect((await change(id, { db_host: 'localhost', ...keys })).status).toBe(200)
})

test('a password is sent to no other host, neither directly nor through another sign-in method', async () => {
  const basic = { auth_kind: 'Basic', db_user: 'reader', client_certificate: '' }
  const { id } = (await save({ ...basic, client_key: undefined, db_password: 'reader-word' })).body.result
  const moved = { db_host: 'elsewhere.example', client_certificate: '' }
  expect((await change(id, { ...basic, ...moved })).body.fields).toEqual({
    db_password: 'must be entered again: the host is another one',
  })
  const aside = await change(id, { ...moved, auth_kind: 'None' })
  expect(aside.body.result).toMatchObject({ has_db_password: 0 })
})

test('a password entered for an encrypted connection is not sent over an unencrypted one', async () => {
  const basic = { auth_kind: 'Basic', db_user: 'reader', client_certificate: '' }
  const { id } = (await save({ ...basic, client_key: undefined, db_password: 'reader-word' })).body.result
  const open = { ...basic, use_tls: 0 }
  const rule = 'must be entered again: TLS is switched on or off'
  expect((await change(id, open)).body.fields).toEqual({ db_password: rule })
  const typed = Object.entries(formOf({ id, ...open, db_password: undefined }))
  const tested = await admin.post(
    'pacs/testConnection',
    Object.fromEntries(typed.filter(([name, value]) => TESTED.includes(name) && value !== undefined)),
  )
  expect(tested.body.message).toBe('Enter the password again: TLS is switched on or off.')
  expect((await change(id, { ...open, db_password: 'reader-word' })).status).toBe(200)
})

test('the password of a viewer’s token address is sent to no other one', async () => {
  const viewer = {
    viewer_url: 'https://viewer.example/{TOKEN}',
    viewer_open_type: 'Token',
    token_generate_endpoint: 'https://viewer.example/token',
  }
  const { id } = (await save({ ...viewer, token_auth_usr: 'u', token_auth_pwd: 'word' })).body.result
  const moved = { ...viewer, token_generate_endpoint: 'https://elsewhere.example/token' }
  expect((await change(id, moved)).body.fields).toEqual({
    token_auth_pwd: 'must be entered again: the token address is another one',
  })
  expect((await change(id, { ...viewer, token_storage: 'main' })).status).toBe(200)
  const aside = await change(id, { ...moved, viewer_open_type: 'Normal' })
  expect(aside.body.result).toMatchObject({ has_token_auth_pwd: 0 })
})

test('a lost secret stops only its own use, and is reported by its label', async () => {
  const { id } = (await save()).body.result
  await desk.updatePacs(id, { db_password: LOST, token_auth_pwd: LOST })
  expect((await admin.get(`pacs/getAetSources/${id}`)).status).toBe(200)
  await desk.updatePacs(id, { client_key: LOST })
  expect((await admin.get(`pacs/getAetSources/${id}`)).body.message).toBe(
    'The stored “Private key of the client certificate” is lost. Enter it again.',
  )
})

test('an expired certificate does not prevent disabling the server', async () => {
  const { id } = (await save()).body.result
  const old = await issue(archive.authority, 'old', -100)
  // As the command line stored files: with a newline at the end.
  await desk.updatePacs(id, {
    client_certificate: `${old.cert.trim()}\n`,
    client_key_print: printOfKey(old.key) ?? '',
  })
  const off = await change(id, { client_certificate: old.cert.trim(), status: 0 })
  expect(off.body.fields).toBeUndefined()
  expect(off.body.result).toMatchObject({ status: 0 })
})

describe('a client certificate', () => {
  let other: Pair
  let authority: Pair
  beforeAll(async () => {
    authority = await makeTestAuthority('Another authority')
    other = await issue(authority, 'somebody')
  })

  test('can be combined with user and password, or used alone', async () => {
    archive.wants = 'basic'
    const basic = { auth_kind: 'Basic', db_user: 'reader', db_password: 'reader-word' }
    expect(await testOf(basic)).toMatchObject({ ok: 1 })
    archive.wants = 'nothing'
    expect(await testOf({ auth_kind: 'None' })).toMatchObject({ ok: 1 })
    expect(archive.giver.asked).toEqual([])
  })

  test('that is missing or refused gets no response; a server of another authority is reported by its certificate', async () => {
    archive.wants = 'nothing'
    const none = { auth_kind: 'None' }
    // In parallel: each try takes as long as a silent port does, so that durations do not reveal open ports.
    const [without, wrong, untrusted] = await Promise.all([
      testOf({ ...none, client_certificate: '', client_key: undefined }),
      testOf({ ...none, client_certificate: other.cert, client_key: other.key }),
      testOf({ ...none, server_ca: '' }),
    ])
    expect(without).toMatchObject({ ok: 0, words: expect.stringContaining('asks for no client certificate') })
    expect(wrong).toMatchObject({ ok: 0, words: expect.stringContaining('takes the client certificate') })
    expect(untrusted).toMatchObject({
      ok: 0,
      words: expect.stringContaining('comes from an authority that this server does not trust'),
    })
    expect(archive.asked).toEqual([])
  })

  const locked = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'word' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey
  const bad: [string, () => Promise<Record<string, unknown>> | Record<string, unknown>, string, string][] = [
    [
      'no PEM',
      () => ({ client_certificate: 'MIIB' }),
      'client_certificate',
      'is not a certificate in PEM form',
    ],
    [
      'a broken PEM',
      () => ({ client_certificate: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----' }),
      'client_certificate',
      'is not a certificate in PEM form',
    ],
    [
      'a key among the certificates',
      () => ({ client_certificate: `${archive.client.cert}\n${archive.client.key}` }),
      'client_certificate',
      'holds a private key',
    ],
    [
      'a key of another',
      () => ({ client_key: other.key }),
      'client_key',
      'does not belong to the client certificate',
    ],
    ['a locked key', () => ({ client_key: locked }), 'client_key', 'is locked by a passphrase'],
    [
      'a key that is none',
      () => ({ client_key: 'secret' }),
      'client_key',
      'is not a private key in PEM form',
    ],
    ['no key', () => ({ client_key: '' }), 'client_key', 'is required beside a client certificate'],
    [
      'a key alone',
      () => ({ client_certificate: '' }),
      'client_certificate',
      'is required beside a private key',
    ],
    [
      'an expired one',
      async () => {
        const old = await issue(archive.authority, 'old', -100)
        return { client_certificate: old.cert, client_key: old.key }
      },
      'client_certificate',
      'expired on ',
    ],
    ['no TLS', () => ({ use_tls: 0 }), 'use_tls', 'must be on where a client certificate is set'],
    [
      'an authority that is none',
      () => ({ server_ca: 'x' }),
      'server_ca',
      'is not a certificate in PEM form',
    ],
    ['no token address', () => ({ oauth_token_url: '' }), 'oauth_token_url', 'is required with OAuth2'],
    ['no client id', () => ({ oauth_client_id: ' ' }), 'oauth_client_id', 'is required with OAuth2'],
    [
      'no secret',
      () => ({ oauth_client_secret: undefined }),
      'oauth_client_secret',
      'is required with OAuth2',
    ],
    [
      'an account in the address',
      () => ({ oauth_token_url: 'https://a:b@c.example/' }),
      'oauth_token_url',
      'must hold no user and no password',
    ],
    ['no user', () => ({ auth_kind: 'Basic' }), 'db_user', 'is required'],
    [
      'OAuth2 for a database',
      () => ({ type: 'Lite_Postgres', client_certificate: '', client_key: '', server_ca: '' }),
      'auth_kind',
      'must be User and password',
    ],
  ]
  test.each(bad)('%s is refused by field and rule', async (_, make, field, rule) => {
    const { status, body } = await save(await make())
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
    expect(body.fields[field]).toContain(rule)
  })

  test('a renewed certificate is checked against the stored key, and sent with it', async () => {
    const { id, rev } = (await save()).body.result
    const kept = { id, oauth_client_secret: undefined, client_key: undefined, name: 'renewed' }
    const wrong = await admin.post('pacs/save', formOf({ ...kept, rev, client_certificate: other.cert }))
    expect(wrong.body.fields.client_key).toContain('enter the key of this certificate')
    // Changes only another field, as a client that does not know these fields does.
    const { type, db_host, db_port, db_name, viewer_url, status } = formOf()
    const old = { id, type, name: 'by an old client', db_host, db_port, db_name, viewer_url, status }
    const saved = await admin.post('pacs/save', { ...old, db_user: 'x', rev })
    expect(saved.body.result).toMatchObject({
      auth_kind: 'OAuth2',
      has_client_key: 1,
      has_oauth_client_secret: 1,
    })
    expect(await testOf(kept)).toMatchObject({ ok: 1 })
    const gone = await admin.post(
      'pacs/save',
      formOf({ ...kept, rev: saved.body.result.rev, client_certificate: '' }),
    )
    expect(gone.body.result).toMatchObject({
      has_client_key: 0,
      client_certificate_subject: '',
      client_certificate_expires: '',
    })
    expect(await desk.pacs(id)).toMatchObject({ client_key: '', client_key_print: '' })
  })

  test('that has expired is reported by its name before any request', async () => {
    const old = await issue(archive.authority, 'old', -100)
    const id = await desk.addPacs({
      db_port: archive.port,
      use_tls: true,
      auth_kind: 'None',
      client_certificate: old.cert,
      client_key: old.key,
    })
    made.push(id)
    const { status, body } = await admin.get(`pacs/getAetSources/${id}`)
    expect(status).toBe(503)
    expect(body.message).toContain('The client certificate expired on ')
    expect(archive.asked).toEqual([])
  })
})

test('no secret, key or token is in a response, a table or the trail', async () => {
  const secrets = [
    SECRET,
    'a wrong word',
    'given-token-',
    archive.client.key.split('\n')[1] ?? '',
    'reader-word',
  ]
  answers.expectWithout(secrets)
  await expectNotStored(desk.server, secrets)
})
