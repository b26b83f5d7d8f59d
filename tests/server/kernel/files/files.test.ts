import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveFiles } from '#server/kernel/files/serve-files.ts'
import { bearer, openWorld, type SignedIn, type World } from '../helpers/world.ts'

let world: World
let doctor: SignedIn
let colleague: SignedIn
const dataDir = mkdtempSync(join(tmpdir(), 'readroom-files-'))
/** Studies that everybody of the client may see. */
const seen = new Set<string>()

beforeAll(async () => {
  world = await openWorld({
    config: { dataDir },
    mount: (app) => serveFiles(app, async (_tx, _caller, studyId) => seen.has(studyId)),
  })
  doctor = await world.signIn()
  colleague = await world.signIn()
})
afterAll(async () => {
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const picture = (width: number, format: 'png' | 'jpeg' = 'png', colour = 'teal') =>
  sharp({ create: { width, height: 20, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()

interface Form {
  name?: string
  bytes?: Uint8Array
  fields?: Record<string, string>
}

async function upload({ name = 'scan.png', bytes, fields = {} }: Form, who = doctor) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  if (bytes) form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const encoded = new Response(form)
  return world.app.inject({
    method: 'POST',
    url: '/api/file/upload',
    headers: { ...bearer(who), 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

const uploaded = async (form: Form, who = doctor) => {
  const answer = await upload(form, who)
  expect(answer.json()).toMatchObject({ result: {} })
  return answer.json().result as { file_id: string; file_url: string }
}

const read = (url: string, who: SignedIn | undefined) =>
  world.app.inject({ url, headers: who ? bearer(who) : {} })

const widthOf = async (fields: Record<string, string>, width: number) => {
  const { file_url } = await uploaded({ bytes: await picture(width, 'jpeg'), name: 'a.jpg', fields })
  return (await sharp((await read(file_url, doctor)).rawPayload).metadata()).width
}

const sized = async (megabytes: number) =>
  Buffer.concat([await picture(10), Buffer.alloc(megabytes * 1_048_576)])

test('an upload is stored by its content, and its author reads it back', async () => {
  const bytes = await picture(30)
  const { file_id, file_url } = await uploaded({ bytes })
  expect(file_url).toBe(`/api/file/${file_id}`)
  const name = createHash('sha256').update(bytes).digest('hex')
  expect(existsSync(join(dataDir, 'files', name.slice(0, 2), name.slice(2)))).toBe(true)
  const answer = await read(file_url, doctor)
  expect(answer.rawPayload).toEqual(bytes)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="scan.png"; filename*=UTF-8''scan.png`,
  })
})

test('no partial file stays beside the files', async () => {
  const bytes = await picture(31)
  await Promise.all(Array.from({ length: 5 }, () => uploaded({ bytes })))
  const names = readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a repeated upload under the same id is one file; different content is refused', async () => {
  const [id, bytes] = [uuidv7(), await picture(1500)]
  const fields = { id, purpose: 'report_image' }
  const answers = await Promise.all([1, 2, 3].map(() => upload({ bytes, fields })))
  expect(answers.map((answer) => [answer.statusCode, answer.json().result?.file_id])).toEqual(
    answers.map(() => [200, id]),
  )
  const other = await upload({ bytes: await picture(40, 'png', 'red'), fields })
  expect([other.statusCode, other.json().code]).toEqual([422, 'id_reused'])
  const { rows } = await world.admin.query('select count(*)::int as n from file where id = $1', [id])
  expect(rows[0].n).toBe(1)
})

test('report images are at most 1200 wide, others 600 on request, and never enlarged', async () => {
  expect(await widthOf({ purpose: 'report_image' }, 3000)).toBe(1200)
  expect(await widthOf({ purpose: 'report_image' }, 800)).toBe(800)
  expect(await widthOf({ purpose: 'photo', resize: '1' }, 3000)).toBe(600)
  expect(await widthOf({ purpose: 'photo' }, 3000)).toBe(3000)
})

test('camera metadata of a picture is not kept in a report', async () => {
  const bytes = await sharp(await picture(50, 'jpeg'))
    .withExif({ IFD0: { Artist: 'Anna Patient' } })
    .jpeg()
    .toBuffer()
  expect(bytes.includes('Anna Patient')).toBe(true)
  const { file_url } = await uploaded({ bytes, name: 'a.jpg', fields: { purpose: 'report_image' } })
  expect((await read(file_url, doctor)).rawPayload.includes('Anna Patient')).toBe(false)
})

test('wrong types are refused with the exact message, whatever their name', async () => {
  const words = 'Invalid image! Only .jpg and .png images are allowed.'
  const fields = { purpose: 'photo' }
  const named = await upload({ name: 'a.gif', bytes: await picture(10), fields })
  const lying = await upload({ name: 'a.png', bytes: Buffer.from('MZ this is a program'), fields })
  const broken = await upload({ name: 'a.png', bytes: (await picture(600)).subarray(0, 60), fields })
  for (const answer of [named, lying, broken])
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { message: words, code: 'invalid', fields: { file: words } },
    ])
})

test('files that are too large are refused with the exact message', async () => {
  const photo = await upload({ bytes: await sized(5), fields: { purpose: 'photo' } })
  expect([photo.statusCode, photo.json().code, photo.json().message]).toEqual([
    413,
    'too_large',
    "Can't upload! This image is larger than 5 MB.",
  ])
  const signature = await upload({ bytes: await sized(2), fields: { purpose: 'signature' } })
  expect(signature.json().message).toBe("Can't upload! This image is larger than 2 MB.")
  const huge = await upload({ bytes: await sized(30), fields: { purpose: 'photo' } })
  expect(huge.json().message).toBe("Can't upload! This image is larger than 5 MB.")
})

test('unknown fields, bad fields and a missing file are named', async () => {
  const bytes = await picture(10)
  expect((await upload({ bytes, fields: { colour: 'red', id: '7' } })).json().fields).toEqual({
    colour: 'is not a known field',
    id: 'must be an id',
  })
  expect((await upload({ fields: { resize: '1' } })).json().fields).toEqual({ file: 'is required' })
  const plain = await world.app.inject({
    method: 'POST',
    url: '/api/file/upload',
    headers: bearer(doctor),
    payload: {},
  })
  expect([plain.statusCode, plain.json().code]).toEqual([400, 'malformed'])
})

test('the right to upload is checked first', async () => {
  const clerk = await world.signIn({ isDoctor: false })
  const patient = await world.signIn({ isDoctor: false, userType: 'PATIENT' })
  const bytes = await picture(10)
  for (const [who, purpose] of [
    [clerk, 'report_image'],
    [clerk, 'letterhead'],
    [clerk, 'signature'],
    [doctor, 'letterhead'],
    [patient, 'document'],
  ] as const)
    expect((await upload({ bytes, fields: { purpose } }, who)).json().code).toBe('not_permitted')
})

test('a study’s image is readable only by those who see the study', async () => {
  const [shown, hidden] = [uuidv7(), uuidv7()]
  seen.add(shown).add(hidden)
  const of = async (owner_id: string, colour: string) =>
    (
      await uploaded({
        bytes: await picture(10, 'png', colour),
        fields: { purpose: 'report_image', owner_id },
      })
    ).file_url
  const [ofShown, ofHidden] = [await of(shown, 'red'), await of(hidden, 'blue')]
  seen.delete(hidden)
  expect((await read(ofShown, colleague)).statusCode).toBe(200)
  expect((await read(ofHidden, colleague)).statusCode).toBe(404)
  const unowned = await uploaded({ bytes: await picture(10), fields: { purpose: 'report_image' } })
  expect((await read(unowned.file_url, colleague)).statusCode).toBe(404)
  const foreign = await upload({
    bytes: await picture(10),
    fields: { purpose: 'report_image', owner_id: uuidv7() },
  })
  expect(foreign.json().fields).toEqual({ owner_id: 'is not a record that this file can belong to' })
})

test('a doctor’s signature is readable by the doctor and by a signed link, not by colleagues', async () => {
  const { file_id, file_url } = await uploaded({ bytes: await picture(10), fields: { purpose: 'signature' } })
  expect((await read(file_url, doctor)).statusCode).toBe(200)
  expect((await read(file_url, colleague)).statusCode).toBe(404)
  const link = world.app.kernel.fileLinks.signedUrl(world.clientId, file_id, world.clock.now)
  expect((await read(link, undefined)).statusCode).toBe(200)
})

test('a signed link is valid for its file, its client and ten minutes', async () => {
  const mine = await uploaded({ bytes: await picture(12), fields: { purpose: 'signature' } })
  const other = await uploaded({ bytes: await picture(13), fields: { purpose: 'signature' } })
  const link = world.app.kernel.fileLinks.signedUrl(world.clientId, mine.file_id, world.clock.now)
  const forged = [
    link.replace(mine.file_id, other.file_id),
    link.replace(world.clientId, world.otherClientId),
    link.replace(/exp=\d+/, 'exp=99999999999'),
    link.replace(/sig=[^&]+/, 'sig=AAAA'),
    link.replace(/exp=\d+/, 'exp=NaN'),
  ]
  for (const url of forged) expect([url, (await read(url, undefined)).statusCode]).toEqual([url, 404])
  const start = world.clock.now
  world.clock.now = new Date(start.getTime() + 11 * 60_000)
  expect((await read(link, undefined)).statusCode).toBe(404)
  world.clock.now = start
})

test('requests without a session, of another client, malformed or unknown each get their own response', async () => {
  const { file_url } = await uploaded({ bytes: await picture(14), fields: { purpose: 'photo' } })
  const stranger = await world.signIn({ clientId: world.otherClientId })
  expect((await read(file_url, undefined)).statusCode).toBe(403)
  expect((await read(file_url, stranger)).statusCode).toBe(404)
  expect((await read('/api/file/7', doctor)).json().fields).toEqual({ id: 'must be an id' })
  expect((await read(`/api/file/${randomUUID()}`, doctor)).statusCode).toBe(404)
})

test('a name in any script is sent in the header unchanged', async () => {
  const name = 'أشعة "1"\r\nx: y.png'
  const { file_url } = await uploaded({ bytes: await picture(15), name })
  const answer = await read(file_url, doctor)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers.x).toBeUndefined()
})
