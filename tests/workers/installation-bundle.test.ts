import { afterEach, expect, test, vi } from 'vitest'
import { BUNDLE_BOUNDARY, INSTALLATION_BUNDLE } from '#contract/kernel/installation-bundle.ts'
import { fetchBundle } from '#src/sw/installation-bundle.ts'
import { bundleFiles } from '../../scripts/bundle-installation.ts'

const FILES = [
  { name: 'assets/first-a1.js', bytes: Buffer.from('export const name = "Sunita \r\n\r\n--x"\r\n') },
  { name: 'assets/empty-b2.js', bytes: Buffer.from('') },
  { name: 'assets/look-c3.css', bytes: Buffer.from('a::after{content:"\u2013"}') },
]
const HEADERS = {
  'content-security-policy': "default-src 'self'",
  'content-type': 'application/gzip',
  etag: '"1"',
}

const answer = (bytes: Buffer, status = 200) => {
  const fetched = vi.fn(async () => new Response(new Uint8Array(bytes), { status, headers: HEADERS }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}
afterEach(() => void vi.unstubAllGlobals())

test('every file of the bundle is unpacked unchanged, by its path and with the security headers of the server', async () => {
  const fetched = answer(bundleFiles(FILES))
  const found = await fetchBundle(400)
  expect(fetched).toHaveBeenCalledWith(INSTALLATION_BUNDLE, expect.anything())
  expect([...found.keys()]).toEqual(FILES.map(({ name }) => `/${name}`))
  for (const { name, bytes } of FILES) expect(await found.get(`/${name}`)?.text()).toBe(bytes.toString())
  const headers = found.get('/assets/first-a1.js')?.headers ?? new Headers()
  expect(Object.fromEntries(headers.entries())).toMatchObject({
    'content-security-policy': "default-src 'self'",
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect(headers.has('etag')).toBe(false)
})

test('if few files are missing the bundle is not requested', async () => {
  const fetched = answer(bundleFiles(FILES))
  expect(await fetchBundle(3)).toEqual(new Map())
  expect(fetched).not.toHaveBeenCalled()
})

test.each([
  ['is missing', 404, () => Buffer.from('not found')],
  ['is cut short', 200, () => bundleFiles(FILES).subarray(0, 40)],
  ['is no bundle', 200, () => Buffer.from('<!doctype html>')],
] as const)(
  'a bundle that %s is not used, and each file is requested separately',
  async (_, status, bytes) => {
    answer(bytes(), status)
    expect(await fetchBundle(400)).toEqual(new Map())
  },
)

test('a file that contains the boundary fails the build', () => {
  const bytes = Buffer.from(`// --${BUNDLE_BOUNDARY}`)
  expect(() => bundleFiles([{ name: 'assets/a.js', bytes }])).toThrow('assets/a.js contains the boundary')
})
