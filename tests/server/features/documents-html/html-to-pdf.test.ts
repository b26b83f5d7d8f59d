import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

let server: DemoServer
let doctor: ApiUser

beforeAll(async () => {
  server = await openDemo()
  doctor = await server.signIn('dr.iyer')
})
afterAll(() => server.close())

const ask = (input: Record<string, unknown>, desk = doctor) => desk.post(`${PHP}pdf/html2pdf`, input)
const pdfOf = async (html: string) => {
  const { status, body } = await ask({ html })
  expect(status).toBe(200)
  return new Uint8Array(Buffer.from(body.result.pdf as string, 'base64'))
}

test.skipIf(!hasPoppler)(
  'html becomes numbered pages, in every script that reports are written in',
  async () => {
    const text = 'मस्तिष्क का सीटी स्कैन सामान्य है।'
    const pages = pageTexts(
      await pdfOf(`<h1>Letter</h1>${'<p>A sentence of it.</p>'.repeat(120)}<p>${text}</p>`),
    )
    expect(pages.length).toBeGreaterThan(1)
    expect(pages[0]).toContain('Letter')
    expect(pages.at(-1)).toContain(text)
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
  },
)

test.skipIf(!hasPoppler)('what no report may hold is left out, its words stay', async () => {
  const [page = ''] = pageTexts(
    await pdfOf(
      '<div onclick="x()">Kept <a href="http://evil.example">words</a></div><script>gone()</script>',
    ),
  )
  expect(page).toContain('Kept words')
  expect(page).not.toContain('gone')
})

test('a picture inside the text is shown; one from another site is not fetched', async () => {
  const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const countOf = async (html: string) => {
    const document = await PDFDocument.load(await pdfOf(html))
    return document.context
      .enumerateIndirectObjects()
      .filter(([, object]) => String(object).includes('/Subtype /Image')).length
  }
  expect(await countOf(`<p><img src="data:image/png;base64,${png.toString('base64')}"></p>`)).toBe(1)
  expect(await countOf('<p><img src="http://127.0.0.1:1/a.png">text</p>')).toBe(0)
})

test('without base64 the response is the file itself', async () => {
  const response = await server.app.inject({
    method: 'POST',
    url: `${PHP}pdf/html2pdf`,
    headers: { token: doctor.token },
    payload: { html: '<p>a</p>', base64: false },
  })
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('an address of another site is refused, an own one is accepted', async () => {
  for (const website_url of ['https://evil.example/', 'file:///etc/passwd', 'not an address'])
    expect(await ask({ html: '<p>a</p>', website_url })).toMatchObject({
      status: 400,
      body: { fields: { website_url: 'must be an address of this server' } },
    })
  expect((await ask({ html: '<p>a</p>', website_url: 'http://localhost:80/report/1' })).status).toBe(200)
})

test('an unknown field, a text that is too long, and a caller without a session are refused', async () => {
  expect((await ask({ html: '<p>a</p>', url: 'x' })).status).toBe(400)
  expect((await ask({ html: 'a'.repeat(1_000_001) })).status).toBe(400)
  const open = await server.send({ method: 'POST', url: `${PHP}pdf/html2pdf`, payload: { html: '' } })
  expect(open.status).toBe(403)
})
