import { BUNDLE_BOUNDARY, INSTALLATION_BUNDLE } from '#contract/kernel/installation-bundle.ts'

/** With fewer files missing, one request for each is less than the whole bundle. */
const MIN_MISSING = 40

/** Headers that say how the bundle itself was sent, and nothing of its files. */
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
 * Returns the build's scripts and styles by path ("/assets/x.js"), out of its bundle; none where fewer than 40 files are
 * missing from the cache or the bundle cannot be had. Each response carries the security headers that the server sent
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
    // Cut short, or of a build that has none: each file is asked for by itself then.
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
