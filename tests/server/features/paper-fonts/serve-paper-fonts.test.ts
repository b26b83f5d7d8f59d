import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import * as hb from 'harfbuzzjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hanFormOf, SCRIPT_FAMILIES } from '#render/fonts/families.ts'
import { unpackFonts } from '#render/fonts/font-pack.ts'
import { LETTER_FILES_MAX, lettersIn } from '#render/fonts/font-shelf.ts'
import { shelf } from '#server/features/paper-fonts/public/read-script-font.ts'
import { servePaperFonts } from '#server/features/paper-fonts/serve-paper-fonts.ts'
import { serveHttp } from '#server/kernel/http/serve-http.ts'
import { SCRIPT_TEXTS } from '#tests/helpers/paper/scripts-of-names.ts'

let app: FastifyInstance
beforeAll(() => {
  app = serveHttp({ config: { trustProxy: false } })
  servePaperFonts(app)
})
afterAll(() => app.close())

const [thai] = shelf.filesFor('สมชาย', 'sc')
const address = thai ? shelf.addressOf(thai) : ''
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'localhost:8080', ...headers } })

const cutOf = (body: object) =>
  app.inject({
    url: shelf.lettersAddress,
    method: 'POST',
    headers: { host: 'localhost:8080', 'accept-encoding': 'br', 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })

test('a device gets a font as TrueType, packed where it takes that, and keeps it for ever', async () => {
  const plain = await get(address)
  expect(plain.statusCode).toBe(200)
  expect(plain.headers['content-type']).toBe('font/ttf')
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.rawPayload.subarray(0, 4)).toEqual(Buffer.from([0, 1, 0, 0]))
  const packed = await get(address, { 'accept-encoding': 'gzip, br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed.rawPayload)).toEqual(plain.rawPayload)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length)
})

test('a font that is not served is not found, whatever the address', async () => {
  for (const name of ['package.json', '..%2F..%2Fpackage.json', 'noto-sans-thai-latin-wght-normal.woff2', ''])
    expect((await get(`/paper-fonts/1/${name}`)).statusCode).toBe(404)
})

test('every script but those with thousands of letters is fetched in two seconds on a line of 2 Mbit/s', async () => {
  const BYTES_IN_TWO_SECONDS = 500_000
  for (const family of SCRIPT_FAMILIES) {
    const files = shelf.filesOf(family)
    if (files.length > 1) continue
    const [file] = files
    const { rawPayload } = await get(file ? shelf.addressOf(file) : '', { 'accept-encoding': 'br' })
    expect([family.script, rawPayload.length < BYTES_IN_TWO_SECONDS]).toEqual([family.script, true])
  }
})

const HAN = {
  'zh-CN':
    '王小明 肝脏大小正常，形态规则，实质回声均匀，未见局灶性病变。胆囊壁光滑，腔内未见结石。建议六个月后复查。',
  'ja-JP': '佐藤 ゆうこ 肝臓は正常な大きさで、限局性病変を認めない。',
  'am-ET': SCRIPT_TEXTS.Ethiopic.finding,
  'ko-KR': '김민수 간의 크기는 정상이며 국소 병변은 없습니다. 담낭에 결석이 없습니다.',
}

test('a device requests only a paper’s letters of a large script, which are a few kilobytes', async () => {
  for (const [locale, text] of Object.entries(HAN)) {
    const files = shelf
      .filesFor(text, hanFormOf(locale, text))
      .map((file) => ({ file: file.file, letters: lettersIn(file, text) }))
    const answer = await cutOf({ files })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    const fonts = unpackFonts(new Uint8Array(brotliDecompressSync(answer.rawPayload)))
    const held = fonts.map((bytes) =>
      String.fromCodePoint(...new hb.Face(new hb.Blob(bytes)).collectUnicodes()),
    )
    expect(held).toEqual(files.map(({ letters }) => letters))
    expect([locale, answer.rawPayload.length < 100_000]).toEqual([locale, true])
  }
})

test('letters are asked for by files of the shelf, so many at once', async () => {
  const one = { file: thai?.file, letters: 'ก' }
  expect((await cutOf({ files: [one] })).statusCode).toBe(200)
  for (const files of [undefined, [], [{ file: thai?.file, letters: 3 }], 'x'])
    expect((await cutOf({ files })).statusCode).toBe(400)
  const many = Array.from({ length: LETTER_FILES_MAX + 1 }, () => one)
  expect((await cutOf({ files: many })).statusCode).toBe(400)
  expect((await cutOf({ files: [{ ...one, letters: 'ก'.repeat(20_000) }] })).statusCode).toBe(413)
  expect((await cutOf({ files: [one, { ...one, file: 'none' }] })).statusCode).toBe(404)
})
