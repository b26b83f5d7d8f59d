import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { actsOn, putStudyOf } from '../ai/ai-fixture.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { type FakeServer, startFakeServer } from '../pacs/pacs-fixture.ts'
import { putPacs, setClient } from './imaging-fixture.ts'

let server: DemoServer
let mehta: ApiUser
const open: FakeServer[] = []
beforeAll(async () => {
  server = await openDemo()
  mehta = await server.signIn('dr.mehta')
})
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())))
afterAll(() => server.close())

interface Asked {
  body: unknown
  authorization: string | undefined
}

/** Starts a token service that returns what a test sets, and records its requests. */
async function tokenServer(answer: (response: ServerResponse) => void) {
  const asked: Asked[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { authorization } = request.headers
    asked.push({ body: JSON.parse(Buffer.concat(parts).toString()), authorization })
    answer(response)
  }
  const fake = await startFakeServer((request, response) => void take(request, response))
  open.push(fake)
  return { asked, endpoint: `http://127.0.0.1:${fake.port}/v3/generate`, fake }
}

const VIEWER = 'https://viewer.example/?token={TOKEN}'
const byToken = (endpoint: string) => ({
  db_port: 1,
  viewer_url: VIEWER,
  viewer_open_type: 'Token',
  token_generate_endpoint: endpoint,
  token_storage: 'ORTHANC',
})
const openImages = (studyId: string, more: object = {}, headers = {}) =>
  mehta.post('study/openImagesUrl', { study_id: studyId, ...more }, headers)

test('a viewer without a token opens by its address, and the opening is in the trail', async () => {
  const pacsId = await putPacs(server, { db_port: 1, viewer_url: 'https://viewer.example/{STUDY_UID}' })
  const { id, uid } = await putStudyOf(server, { pacsId })
  const { status, body } = await openImages(id)
  expect([status, body.result]).toEqual([200, { url: `https://viewer.example/${uid}` }])
  expect(await actsOn(server, id)).toEqual(['open_images'])
})

test('inside the centre the local address is returned, outside the other one', async () => {
  const pacsId = await putPacs(server, {
    db_port: 1,
    viewer_url: 'https://viewer.example/{ACCESSION}',
    local_viewer_url: 'http://10.0.0.7/{PATIENT_ID}',
  })
  const { id } = await putStudyOf(server, { pacsId })
  const from = async (address: string) =>
    (await openImages(id, {}, { 'x-forwarded-for': address })).body.result.url as string
  expect(await from('192.168.1.20')).toBe('http://10.0.0.7/SAN-1')
  expect(await from('203.0.113.7')).toBe('https://viewer.example/ACC-7')
})

test.each([
  ['a plain text', 'abc.DEF-1'],
  ['a JSON text', '"abc.DEF-1"'],
  ['an object', '{"token":"abc.DEF-1"}'],
])('a token given as %s opens the viewer', async (_, answer) => {
  const { asked, endpoint } = await tokenServer((response) => response.end(answer))
  const account = { token_auth_usr: 'reader', token_auth_pwd: 'p:w' }
  const pacsId = await putPacs(server, { ...byToken(endpoint), ...account })
  const { id, uid } = await putStudyOf(server, { pacsId })
  expect((await openImages(id)).body.result.url).toBe('https://viewer.example/?token=abc.DEF-1')
  expect(asked).toEqual([
    {
      body: { items: [{ studies: { study: uid, storage: 'ORTHANC' } }] },
      authorization: `Basic ${Buffer.from('reader:p:w').toString('base64')}`,
    },
  ])
  const byCall = await mehta.post(`${PHP}studies/gernerateMeddreamViewerToken`, {
    pacs_id: pacsId,
    study_iuid: uid,
  })
  expect(byCall.body).toEqual({ result: { token: 'abc.DEF-1' } })
})

test('a token can be requested by the accession number', async () => {
  const { asked, endpoint } = await tokenServer((response) => response.end('t'))
  const pacsId = await putPacs(server, { ...byToken(endpoint), token_generate_by: 'ACCESSION' })
  const { id } = await putStudyOf(server, { pacsId })
  await openImages(id)
  expect(asked[0]?.body).toEqual({ items: [{ studies: { accnum: 'ACC-7', storage: 'ORTHANC' } }] })
})

test.each<[string, string, (response: ServerResponse) => void]>([
  ['a page', 'The answer of the viewer is not a token.', (r) => r.end('<html>Sign in</html>')],
  ['nothing', 'The answer of the viewer is not a token.', (r) => r.end()],
  ['broken JSON', 'The answer of the viewer is not a token.', (r) => r.end('{"token":')],
  ['too much', 'The answer of the viewer is too large.', (r) => r.end('x'.repeat(20_000))],
  [
    'no access',
    'The viewer refuses the user name or the password for tokens.',
    (r) => {
      r.statusCode = 401
      r.end()
    },
  ],
  [
    'an error',
    'The viewer answers with status 500 instead of a token.',
    (r) => {
      r.statusCode = 500
      r.end()
    },
  ],
  [
    'another address',
    'The viewer answers with status 302 instead of a token.',
    (r) => {
      r.writeHead(302, { location: 'http://127.0.0.1:1/' })
      r.end()
    },
  ],
])('a viewer that returns %s is explained in plain words', async (_, words, answer) => {
  const { endpoint } = await tokenServer(answer)
  const { id } = await putStudyOf(server, { pacsId: await putPacs(server, byToken(endpoint)) })
  const { status, body } = await openImages(id)
  expect([status, body.code, body.message]).toEqual([503, 'unavailable', words])
})

test('a missing viewer is reported', async () => {
  const { endpoint, fake } = await tokenServer((response) => response.end('t'))
  const { id } = await putStudyOf(server, { pacsId: await putPacs(server, byToken(endpoint)) })
  await fake.close()
  open.length = 0
  expect((await openImages(id)).body.message).toBe('The viewer did not answer.')
})

test.each([
  ['No image viewer is set up for this study.', { viewer_url: '' }],
  ['No image viewer is set up for this study.', { viewer_url: 'javascript:alert(1)' }],
  [
    'The address of the viewer lacks its token placeholder {TOKEN}.',
    { viewer_url: 'https://v.example/', viewer_open_type: 'Token' },
  ],
  [
    'The image server has no address that gives tokens for its viewer.',
    { viewer_url: VIEWER, viewer_open_type: 'Token', token_generate_endpoint: '' },
  ],
])('an incomplete setup is refused: %s', async (words, changes) => {
  const { id } = await putStudyOf(server, { pacsId: await putPacs(server, { db_port: 1, ...changes }) })
  const { status, body } = await openImages(id)
  expect([status, body.code, body.message]).toEqual([422, 'refused', words])
})

test('a page’s automatic request gets an address only if the client allows it, and is not recorded otherwise', async () => {
  const pacsId = await putPacs(server, { db_port: 1, viewer_url: 'https://viewer.example/' })
  const { id, uid } = await putStudyOf(server, { pacsId })
  await setClient(server, { auto_open_viewer_newtab: false })
  expect((await openImages(id, { auto: 1 })).body.result.url).toBe('')
  expect(await actsOn(server, id)).toEqual([])
  await setClient(server, { auto_open_viewer_newtab: true })
  expect((await openImages(id, { auto: 1 })).body.result.url).toBe(`https://viewer.example/${uid}`)
})

test('a user who does not see the study gets neither its viewer nor a token for it', async () => {
  const { asked, endpoint } = await tokenServer((response) => response.end('t'))
  const pacsId = await putPacs(server, byToken(endpoint))
  const { id, uid } = await putStudyOf(server, { pacsId })
  const stranger = await server.signIn('dr.haddad')
  const byId = await stranger.post('study/openImagesUrl', { study_id: id })
  const byUid = await stranger.post(`${PHP}studies/gernerateMeddreamViewerToken`, {
    pacs_id: pacsId,
    study_iuid: uid,
  })
  expect([byId.body.code, byUid.body.code]).toEqual(['not_found', 'not_found'])
  expect(asked).toEqual([])
})
