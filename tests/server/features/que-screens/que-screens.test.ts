import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineIdOf } from '#server/features/demo/centre/insert-catalogue.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

let server: DemoServer
let admin: ApiUser

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server?.close())

const [ANDHERI, KOTHRUD] = SANJEEVANI.branches.map(({ id }) => id) as [string, string]
const CT = { id: machineIdOf(ANDHERI, 'CT 1'), alias: 'CT scan' }

const save = (body: Record<string, unknown>) =>
  admin.post(`${PHP}que/saveScreen`, { branch_id: ANDHERI, machines: [CT], status: 1, ...body })

async function uploadBanner(name: string, bytes: Uint8Array) {
  const form = new FormData()
  form.set('purpose', 'que_banner')
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const encoded = new Response(form)
  return server.send({
    method: 'POST',
    url: '/api/file/upload',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

const picture = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

test('a screen gets an address that cannot be guessed, and a new one on request', async () => {
  const { body } = await save({ name: 'Hall' })
  expect(body.result).toMatchObject({ machines: [{ ...CT, name: 'CT 1' }], branch: 'Sanjeevani Andheri' })
  expect(body.result.uid).toMatch(/^[\w-]{32}$/)
  const renewed = await admin.post(`${PHP}que/renewLink`, { id: body.result.id })
  expect(renewed.body.result.uid).not.toBe(body.result.uid)
  const old = await admin.get(`${PHP}que/getQueBannerFileUrl`, { screen_uid: body.result.uid })
  expect(old.status).toBe(404)
})

test('machines are required, and only the branch’s own are accepted', async () => {
  const none = await save({ name: 'None', machines: [] })
  expect([none.status, none.body.fields]).toEqual([400, { machines: 'are required' }])
  const foreign = await save({ name: 'Other', branch_id: KOTHRUD })
  expect([foreign.status, foreign.body.fields]).toEqual([
    400,
    { machines: 'name a machine that is not of this branch' },
  ])
})

test('a banner is read by a signed link without a session', async () => {
  const bytes = await picture()
  const { body: file } = await uploadBanner('banner.png', bytes)
  const { body } = await save({ name: 'With a banner', banner_file_id: file.result.file_id })
  expect(body.result.banner_type).toBe('image')
  // Both names of the screen are accepted (docs/wire.md).
  const { body: link } = await admin.get(`${PHP}que/getQueBannerFileUrl`, { uid: body.result.uid })
  const read = await server.app.inject({ url: link.result.file_url })
  expect([read.statusCode, read.rawPayload.equals(bytes)]).toEqual([200, true])
})

test.each([
  ['an image above 2 MB', 'a.png', 3, "Can't upload! This image is larger than 2 MB.", 413],
  [
    'a film that is none',
    'a.mp4',
    1,
    'Invalid file! Only .jpg, .png, .mp4, .webp, .mkv and .mov are allowed.',
    400,
  ],
  ['a document', 'a.pdf', 1, 'Invalid file! Only .jpg, .png, .mp4, .webp, .mkv and .mov are allowed.', 400],
])('%s is refused with the words for it', async (_, name, megabytes, words, status) => {
  const bytes = Buffer.concat([await picture(), Buffer.alloc(megabytes * 1_048_576 - 1_000)])
  const answer = await uploadBanner(name, name === 'a.png' ? bytes : Buffer.from('no film'))
  expect([answer.status, answer.body.message]).toEqual([status, words])
})

test('a large video that is sent in one request is not stored truncated', async () => {
  const film = Buffer.alloc(12 * 1_048_576)
  film.write('\0\0\0\x18ftypisom', 0, 'latin1')
  const { status, body } = await uploadBanner('a.mp4', film)
  expect([status, body.message]).toEqual([413, 'A file of this size is sent in chunks.'])
})

test('a user of another branch sees no screen of this one', async () => {
  const mine = (await admin.get(`${PHP}que/screens`)).body.result.data
  expect(mine.map((one: { branch_id: string }) => one.branch_id)).toContain(ANDHERI)
  const clerk = await server.signIn('reception.andheri')
  const seen = (await clerk.get(`${PHP}que/screens`)).body.result.data
  expect(new Set(seen.map((one: { branch_id: string }) => one.branch_id))).toEqual(new Set([ANDHERI]))
})

test('a machine that a screen shows cannot be deleted, and the refusal names the screen', async () => {
  await save({ name: 'Shows CT' })
  const refused = await admin.post(`${PHP}master/deleteMachine`, { id: CT.id })
  expect([refused.status, refused.body.code]).toEqual([422, 'in_use'])
  expect(refused.body.message).toContain('queue screen')
})
