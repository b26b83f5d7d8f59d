import { BUNDLE_BOUNDARY, INSTALLATION_BUNDLE } from '#contract/kernel/installation-bundle.ts'

/** With fewer files missing, single requests cost less than the whole bundle. */
const MIN_MISSING = 40

/** Headers of the bundle's own transfer that do not apply to its files. */
const OF_THE_BUNDLE = [
  'accept-ranges',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'etag',
  'last-modified',
]

/**
 * Returns the build's scripts and styles by path ("/assets/x.js"), from its bundle; empty if fewer than 40 files are
 * missing from the cache or the bundle cannot be fetched. Each response has the security headers that the server sent
 * with the bundle, because a worker script needs them.
 */
export async function fetchBundle(missing: number): Promise<Map<string, Response>> {
  if (missing < MIN_MISSING) return new Map()
  try {
    const answer = await fetch(INSTALLATION_BUNDLE, { cache: 'no-cache', credentials: 'same-origin' })
    if (!answer.ok || !answer.body) return new Map()
    const form = await new Response(answer.body.pipeThrough(new DecompressionStream('gzip')), {
      headers: { 'content-type': `multipart/form-data; boundary=${BUNDLE_BOUNDARY}` },
    }).formData()
    return new Map(
      [...form].flatMap(([path, file]) =>
        file instanceof File ? [[path, new Response(file, { headers: headersFor(file, answer) })]] : [],
      ),
    )
  } catch {
    // Cut short, or a build without a bundle: each file is then requested by itself.
    return new Map()
  }
}

function headersFor(file: File, answer: Response): Headers {
  const headers = new Headers(answer.headers)
  for (const name of OF_THE_BUNDLE) headers.delete(name)
  headers.set('content-type', file.type)
  headers.set('content-length', String(file.size))
  return headers
}
