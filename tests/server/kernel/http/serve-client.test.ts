import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveClient } from '#server/kernel/http/serve-client.ts'
import { serveHttp } from '#server/kernel/http/serve-http.ts'

const home = mkdtempSync(join(tmpdir(), 'readroom-client-'))
const dist = join(home, 'dist')
const files = {
  'dist/index.html': '<title>Shell</title>',
  'dist/sw.js': 'worker',
  'dist/manifest.webmanifest': '{}',
  'dist/icons/icon.svg': '<svg/>',
  'dist/assets/app-1a2b3c4d.js': 'new',
  'dist/.vite/manifest.json': '{}',
  'dist-previous/assets/app-00000000.js': 'old',
  'secret.txt': 'secret',
}
let app: FastifyInstance
let proxied: FastifyInstance

beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(home, name, '..'), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  writeFileSync(join(dist, 'assets/by-the-build.js'), 'large')
  writeFileSync(join(dist, 'assets/by-the-build.js.gz'), gzipSync('large, compressed by the build'))
  app = serveHttp({ config: { trustProxy: false } })
  await serveClient(app, dist)
  proxied = serveHttp({ config: { trustProxy: 'loopback' } })
  await serveClient(proxied, dist)
})
afterAll(async () => {
  await app.close()
  await proxied.close()
  rmSync(home, { recursive: true, force: true })
})

const page = { accept: 'text/html,application/xhtml+xml', host: 'localhost:8080' }
const get = (
  url: string,
  headers: Record<string, string> = { accept: '*/*', host: 'localhost:8080' },
  on = app,
) => on.inject({ url, headers })

test('a hashed asset is cached for a year, and those of the previous build are still there', async () => {
  for (const [name, text] of [
    ['app-1a2b3c4d.js', 'new'],
    ['app-00000000.js', 'old'],
  ]) {
    const answer = await get(`/assets/${name}`)
    expect([answer.statusCode, answer.body]).toEqual([200, text])
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toContain('javascript')
  }
})

test('an asset is compressed for clients that accept it, with the same content', async () => {
  const headers = { accept: '*/*', 'accept-encoding': 'gzip, br', host: 'localhost' }
  for (const text of ['new', 'new']) {
    const answer = await get('/assets/app-1a2b3c4d.js', headers)
    expect(gunzipSync(answer.rawPayload).toString()).toBe(text)
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }
  expect((await get('/assets/app-ffffffff.js', headers)).statusCode).toBe(404)
  const built = await get('/assets/by-the-build.js', headers)
  expect(gunzipSync(built.rawPayload).toString()).toBe('large, compressed by the build')
})

test('the root address returns the shell to any program, other routes only to a browser', async () => {
  expect((await get('/')).headers['content-type']).toContain('text/html')
  expect((await get('/worklist1')).statusCode).toBe(404)
  expect((await get('/worklist1', page)).headers['content-type']).toContain('text/html')
})

test('a missing asset is a 404 and never the shell, whatever the Accept header', async () => {
  for (const headers of [undefined, page]) {
    const answer = await get('/assets/app-ffffffff.js', headers)
    expect([answer.statusCode, answer.body.includes('Shell')]).toEqual([404, false])
  }
})

test('shell, worker and the rest are revalidated each time', async () => {
  for (const url of ['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/icons/icon.svg']) {
    const answer = await get(url, url === '/' ? page : undefined)
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-cache'])
  }
})

test('a navigation gets the shell on any route, anything else a 404', async () => {
  for (const url of ['/dashboard', '/report/0197?x=1', '/login/a%20b/c.d', '/no/such/screen'])
    expect([url, (await get(url, page)).body]).toEqual([url, '<title>Shell</title>'])
  for (const url of ['/dashboard', '/favicon.ico', '/app.js'])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  expect((await app.inject({ method: 'POST', url: '/dashboard', headers: page })).statusCode).toBe(404)
})

test('a page whose address may contain a secret is not cached by the browser', async () => {
  for (const url of [
    '/login/a/b',
    '/login',
    '/shared/x',
    '/consent-form?id=1',
    '/critical',
    '/set-password',
    '/?username=a',
  ])
    expect([url, (await get(url, page)).headers['cache-control']]).toEqual([url, 'no-store'])
  for (const url of ['/', '/dashboard', '/shared-file', '/critical-results'])
    expect([url, (await get(url, page)).headers['cache-control']]).toEqual([url, 'no-cache'])
})

test('unknown addresses of the bases are 404 in JSON, also for a navigation', async () => {
  for (const url of ['/api/x', '/phpapi/index.php/x', '/api?x']) {
    const answer = await get(url, page)
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found'])
  }
})

test('nothing outside the folder and nothing hidden in it is served', async () => {
  for (const url of [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/.vite/manifest.json',
    '/%00',
  ]) {
    const answer = await get(url)
    expect([url, answer.statusCode < 400, answer.body.includes('secret')]).toEqual([url, false, false])
  }
})

test('an insecure origin gets one page with the reason instead of the shell', async () => {
  const insecure = await get('/dashboard', { ...page, host: '192.168.1.5:8080' })
  expect([insecure.statusCode, insecure.body.includes('Readroom needs a secure address')]).toEqual([
    200,
    true,
  ])
  expect(insecure.headers['cache-control']).toBe('no-store')
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'desk.localhost'])
    expect([host, (await get('/', { ...page, host })).body]).toEqual([host, '<title>Shell</title>'])
})

test('only a trusted proxy’s claim of HTTPS counts', async () => {
  const headers = {
    ...page,
    host: 'readroom.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.9',
  }
  const trusted = await get('/', headers, proxied)
  expect(trusted.body).toBe('<title>Shell</title>')
  expect(trusted.headers['strict-transport-security']).toBe('max-age=31536000')
  expect((await get('/', headers)).body).toContain('Readroom needs a secure address')
})

test('every response has the security headers', async () => {
  for (const answer of [await get('/', page), await get('/api/x'), await get('/assets/none.js')])
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("script-src 'self' 'wasm-unsafe-eval';"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.any(String),
    })
})
