import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { servePaperFonts } from '#server/features/paper-fonts/serve-paper-fonts.ts'
import { serveHttp } from '#server/kernel/http/serve-http.ts'
import { SCRIPT_TEXTS } from '#tests/helpers/paper/scripts-of-names.ts'

let app: FastifyInstance
beforeAll(() => {
  app = serveHttp({ config: { trustProxy: false } })
  servePaperFonts(app)
})
afterAll(() => app.close())

const asked: string[] = []
const kept = new Map<string, Response>()
let isOnline = true

beforeEach(() => {
  vi.resetModules()
  asked.length = 0
  kept.clear()
  isOnline = true
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body = '' }: RequestInit = {}) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    asked.push(`${method} ${url.split('/').at(-1)}`)
    const { statusCode, rawPayload } = await app.inject({
      url,
      method: method as 'GET' | 'POST',
      headers: { host: 'localhost:8080', 'content-type': 'application/json' },
      ...(method === 'POST' && { payload: body as string }),
    })
    return new Response(new Uint8Array(rawPayload), { status: statusCode })
  })
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (url: string) => kept.get(url)?.clone(),
      put: async (url: string, response: Response) => void kept.set(url, response),
    }),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = () => import('#src/workers/paper-fonts.ts')
const paperIn = (script: keyof typeof SCRIPT_TEXTS) => ({ ...SCRIPT_TEXTS[script], locale: 'en-IN' })
const posts = () => asked.filter((one) => one.startsWith('POST')).length

test('the letters of a large script are loaded with one request, whatever the number of files', async () => {
  const { findPaperFonts, keepFonts } = await open()
  const paper = { name: '王小明', locale: 'en-IN' }
  const fonts = await findPaperFonts(paper)
  const files = new Set(fonts.map(({ file }) => file))
  expect(files.size).toBeGreaterThan(1)
  expect(posts()).toBe(1)
  // The complete files load after the paper; with them it is made offline.
  await keepFonts(paper.name, paper.locale)
  expect(kept.size).toBe(files.size)
  isOnline = false
  const again = await findPaperFonts(paper)
  expect(again.map(({ name, file }) => [name, file])).toEqual(fonts.map(({ name, file }) => [name, file]))
  expect(posts()).toBe(1)
})

test('a file that is already loading is not requested twice', async () => {
  const { findPaperFonts, keepFonts } = await open()
  await Promise.all([
    keepFonts(SCRIPT_TEXTS.Tamil.name, 'en-IN'),
    findPaperFonts(paperIn('Tamil')),
    findPaperFonts(paperIn('Tamil')),
  ])
  expect(asked).toEqual(['GET noto-sans-tamil-tamil-wght-normal.woff2'])
})

test('fonts are not preloaded while a paper waits', async () => {
  const { findPaperFonts, keepFonts } = await open()
  await Promise.all([findPaperFonts(paperIn('Ethiopic')), keepFonts(SCRIPT_TEXTS.Sinhala.name, 'en-IN')])
  expect(asked[0]).toMatch(/^POST/)
  expect(asked).toContain('GET noto-sans-sinhala-sinhala-wght-normal.woff2')
})

test('a script that is not here and cannot be loaded is named', async () => {
  const { findPaperFonts } = await open()
  isOnline = false
  await expect(findPaperFonts(paperIn('Kannada'))).rejects.toThrow('not on this device yet: Kannada')
  await expect(findPaperFonts(paperIn('Korean'))).rejects.toThrow('not on this device yet: Korean')
  isOnline = true
  expect(await findPaperFonts(paperIn('Korean'))).not.toEqual([])
})
