import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseMarkup } from '#domain/report/markup.ts'
import { docxFile, wordParagraph, wordPicture, zipFile } from '#tests/helpers/paper/docx-file.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { putStudy } from '../reports/report-fixture.ts'

let server: DemoServer
let doctor: ApiUser

beforeAll(async () => {
  server = await openDemo()
  doctor = await server.signIn('dr.iyer')
})
afterAll(() => server.close())

interface Sent {
  name?: string
  desk?: ApiUser
  fields?: Record<string, string>
}

async function upload(bytes: Uint8Array, { name = 'letter.docx', desk = doctor, fields = {} }: Sent = {}) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const encoded = new Response(form)
  return server.send({
    method: 'POST',
    url: `${PHP}file/uploadWordAndGetHtml`,
    headers: { token: desk.token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

const htmlOf = async (body: string) => {
  const { status, body: answer } = await upload(docxFile(body))
  expect(status).toBe(200)
  const { html } = answer.result as { html: string }
  expect(parseMarkup(html)).toMatchObject({ ok: true })
  return html
}

const WRONG = 'Invalid file! Only .docx is allowed.'

test('paragraphs keep their alignment, headings and marks stay', async () => {
  const html = await htmlOf(
    wordParagraph('Middle', '<w:jc w:val="center"/>') +
      wordParagraph('Title', '<w:pStyle w:val="Heading1"/><w:jc w:val="center"/>') +
      wordParagraph('Block', '<w:jc w:val="both"/>') +
      wordParagraph('Plain') +
      '<w:p><w:r><w:rPr><w:b/><w:u w:val="single"/></w:rPr><w:t>Strong</w:t></w:r></w:p>',
  )
  expect(html).toContain('<p style="text-align: center">Middle</p>')
  expect(html).toContain('<h1 style="text-align: center">Title</h1>')
  expect(html).toContain('<p style="text-align: justify">Block</p>')
  expect(html).toContain('<p>Plain</p>')
  expect(html).toMatch(/<strong><u>Strong<\/u><\/strong>|<u><strong>Strong<\/strong><\/u>/)
})

test('tables arrive as tables', async () => {
  const cell = (text: string) => `<w:tc>${wordParagraph(text)}</w:tc>`
  const html = await htmlOf(`<w:tbl><w:tr>${cell('Lobe')}${cell('12 mm')}</w:tr></w:tbl>`)
  expect(html).toContain('<td><p>Lobe</p></td><td><p>12 mm</p></td>')
})

test('text that looks like markup stays text', async () => {
  const html = await htmlOf(wordParagraph('&lt;script&gt;alert(1)&lt;/script&gt;'))
  expect(html).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>')
})

test('a link keeps its text and loses its address', async () => {
  const html = await htmlOf(
    '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "javascript:alert(1)"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>here</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
  )
  expect(html).toBe('<p>here</p>')
})

test('a picture becomes a file of the study; an invalid one is dropped and counted', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const bytes = docxFile(wordPicture('rId10') + wordPicture('rId11'), [picture, Buffer.from('MZ no picture')])
  const { body } = await upload(bytes, { fields: { owner_id: study } })
  expect(body.result.lost_images).toBe(1)
  const [, id] = /<img src="\/api\/file\/([0-9a-f-]{36})">/.exec(body.result.html) ?? []
  const file = await server.app.inject({
    url: `/api/file/${id}`,
    headers: { authorization: `Bearer ${doctor.token}` },
  })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png'])
})

test.each([
  ['another ending', docxFile(wordParagraph('a')), 'letter.doc'],
  ['a program with the right ending', Buffer.from('MZ\x90 This program cannot be run'), 'letter.docx'],
  ['a zip that is no Word document', zipFile([['readme.txt', 'hello']]), 'letter.docx'],
  ['a Word document cut in half', docxFile(wordParagraph('a'.repeat(900))).subarray(0, 1_500), 'letter.docx'],
  [
    'broken XML inside',
    zipFile([
      ['[Content_Types].xml', '<T'],
      ['word/document.xml', '<w:'],
    ]),
    'letter.docx',
  ],
])('%s is refused with its message', async (_, bytes, name) => {
  const { status, body } = await upload(bytes, { name })
  expect([status, body.message]).toEqual([400, WRONG])
})

test('a small file that declares a huge unpacked size is refused before unpacking', async () => {
  const bomb = zipFile([
    ['[Content_Types].xml', '<Types/>'],
    ['word/document.xml', 'x', 900_000_000],
  ])
  expect((await upload(bomb)).status).toBe(413)
})

const UNFOLDS = 'This document unfolds to more than a letter can hold and is not read.'
const zeros = Buffer.alloc(400 * 1_048_576)
const TYPES = ['[Content_Types].xml', '<Types/>'] as const
const BODY = ['word/document.xml', 'x'] as const
const manyFiles = (count: number) =>
  zipFile([TYPES, BODY, ...Array.from({ length: count - 2 }, (_, at) => [`f${at}`, ''] as const)])
const bomb = zipFile([TYPES, ['word/document.xml', zeros, 900, 'deflated']])

test.each([
  ['claims to be small', bomb, 413, UNFOLDS],
  [
    'brings a picture that is one',
    zipFile([TYPES, ['word/media/a.png', zeros.subarray(0, 50_000_000), 9, 'deflated']]),
    413,
    UNFOLDS,
  ],
  ['has 5,000 files', manyFiles(5_000), 413, UNFOLDS],
  // The count of the end record wraps around at 65,536.
  ['has 67,000 files and says 1,464', manyFiles(67_000), 413, UNFOLDS],
  ['holds another archive', zipFile([TYPES, ['a.docx', bomb]]), 400, WRONG],
])(
  'an archive that %s is refused with a message and under 200 MB of memory',
  async (_, bytes, status, words) => {
    const idle = process.memoryUsage.rss()
    let peak = idle
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 5)
    const answer = await upload(bytes)
    clearInterval(watch)
    expect([answer.status, answer.body.message]).toEqual([status, words])
    expect((peak - idle) / 1_048_576).toBeLessThan(200)
  },
)

test('a user who neither writes reports nor manages templates is refused before the file is read', async () => {
  const clerk = await server.signIn('reception.andheri')
  const { status, body } = await upload(docxFile(wordParagraph('a')), { desk: clerk })
  expect([status, body.code]).toEqual([422, 'not_permitted'])
})
