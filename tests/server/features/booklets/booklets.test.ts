import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookletRow } from '#contract/calls/study-parts.ts'
import { bookletIdOf } from '#domain/study/booklet.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { feedOf, putStudy, save } from '../reports/report-fixture.ts'

let server: DemoServer
let doctor: ApiUser

beforeAll(async () => {
  server = await openDemo()
  doctor = await server.signIn('dr.iyer')
})
afterAll(() => server.close())

async function upload(desk: ApiUser, owner: string, bytes: Uint8Array, name = 'picture.jpg') {
  const form = new FormData()
  form.set('purpose', 'booklet_image')
  form.set('owner_id', owner)
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const encoded = new Response(form)
  return server.send({
    method: 'POST',
    url: '/api/file/upload',
    headers: {
      authorization: `Bearer ${desk.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

let shade = 0
async function picture(studyId: string): Promise<string> {
  shade += 1
  const bytes = await sharp({ create: { width: 40 + shade, height: 30, channels: 3, background: '#406080' } })
    .jpeg()
    .toBuffer()
  const { body } = await upload(doctor, studyId, bytes)
  return body.result.file_id as string
}

interface Saved {
  status: number
  booklet: BookletRow
  code: string
  fields?: Record<string, string>
}

async function saveBooklet(
  studyId: string,
  images: (string | null)[],
  base?: number,
  desk = doctor,
): Promise<Saved> {
  const body = { study_id: studyId, layout: '2x2', empty_area_bg: 'black', img_file_ids: images }
  const headers = base === undefined ? {} : { 'if-match': `"${base}"` }
  const answer = await desk.post(`${PHP}studies/saveBooklet`, body, headers as Record<string, string>)
  return { status: answer.status, booklet: answer.body.result?.booklet, ...answer.body }
}

const dtl = async (studyId: string, desk = doctor) => {
  const { status, body } = await desk.get(`${PHP}studies/bookletDtl/${studyId}`)
  return { status, ...(body.result as Record<string, never>) } as Record<string, unknown> & { status: number }
}

test('a booklet is stored, added to the feed, audited, and read with links to its pictures', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const [one, two] = [await picture(study), await picture(study)]
  const { status, booklet } = await saveBooklet(study, [one, null, two, null])
  expect(status).toBe(200)
  expect(booklet).toMatchObject({ id: bookletIdOf(study), rev: 1, img_file_ids: [one, null, two] })
  expect((await feedOf(server, booklet.id)).map(({ type, op }) => `${type} ${op}`)).toContain('booklet put')
  const read = await dtl(study)
  expect(read).toMatchObject({
    rev: 1,
    pagesize: 'A4',
    layout: '2x2',
    empty_area_bg: 'black',
    img_file_ids: [one, null, two],
    report_html: '',
  })
  const [link, empty] = read.img_urls as string[]
  expect(empty).toBe('')
  const file = await server.app.inject({ url: link ?? '' })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const audit = await readAudit(server, SANJEEVANI.id, 'booklet')
  expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['save', 'read']))
})

test('a study without a booklet returns an empty one; another centre sees none of it', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  expect(await dtl(study)).toMatchObject({ status: 200, rev: 0, img_file_ids: [], img_urls: [] })
  expect((await doctor.get(`${PHP}studies/bookletDtl/${crypto.randomUUID()}`)).status).toBe(404)
})

test('the booklet shows only signed reports', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  await save(doctor, study, { status: 'Draft', text: '<p>Draft words.</p>' })
  expect((await dtl(study)).report_html).toBe('')
  const base = 1
  await save(doctor, study, { status: 'Signed', text: '<p>Signed words.</p>', base })
  expect((await dtl(study)).report_html).toBe('<p>Signed words.</p>')
})

test('a save on the latest revision removes pictures; one on an older revision removes nobody’s picture', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const [one, two, three] = [await picture(study), await picture(study), await picture(study)]
  await saveBooklet(study, [one, two])
  expect((await saveBooklet(study, [two], 1)).booklet).toMatchObject({ rev: 2, img_file_ids: [two] })
  const stale = await saveBooklet(study, [three], 1)
  expect(stale.booklet).toMatchObject({ rev: 3, img_file_ids: [three, two] })
  const again = await saveBooklet(study, [three, two], 3)
  expect(again.booklet.rev).toBe(3)
})

test('a picture of another study, with another purpose or unknown is refused by its field', async () => {
  const [study, other] = [
    await putStudy(server, { writer: 'dr.iyer' }),
    await putStudy(server, { writer: 'dr.iyer' }),
  ]
  for (const id of [await picture(other), crypto.randomUUID()]) {
    const { status, fields } = await saveBooklet(study, [id])
    expect([status, Object.keys(fields ?? {})]).toEqual([400, ['img_file_ids']])
  }
})

test('a program renamed as a picture is refused by its content, a picture over a megabyte by its size', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const program = Buffer.concat([Buffer.from('MZ\x90\x00'), Buffer.alloc(500)])
  const refused = await upload(doctor, study, program, 'scan.jpg')
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'Invalid image! Only .jpg and .png images are allowed.',
  ])
  const large = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(1_048_577)])
  const tooLarge = await upload(doctor, study, large)
  expect([tooLarge.status, tooLarge.body.message]).toEqual([
    413,
    "Can't upload! This image is larger than 1 MB.",
  ])
})

test('a centre without the module cannot save one', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const setModules = (sql: string) =>
    askAdmin(server, `update client set main_modules = ${sql} where id = $1`, [SANJEEVANI.id])
  await setModules("array_remove(main_modules, 'booklet')")
  expect(await saveBooklet(study, [])).toMatchObject({ status: 422, code: 'module_off' })
  await setModules("array_append(main_modules, 'booklet')")
  expect((await saveBooklet(study, [])).status).toBe(200)
})

test('a study outside the caller’s branches has no booklet to save', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const clerk = await server.signIn('reception.kothrud')
  const answer = await saveBooklet(study, [], undefined, clerk)
  const seen = await dtl(study, clerk)
  expect([answer.status, seen.status]).toEqual([404, 404])
})
