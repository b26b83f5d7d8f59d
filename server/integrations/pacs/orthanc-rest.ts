import { askJson } from './ask-json.ts'
import { ImageServerError, type ImageServerSettings } from './image-server.ts'
import { TokenError } from './oauth-token.ts'

/** How long the detection of an Orthanc is cached; shorter if the server could not be reached. */
const KNOWN_MS = 60 * 60_000
const UNSURE_MS = 60_000

const known = new Map<string, { isOrthanc: boolean; until: number }>()

/** Returns Orthanc's own interface, beside its DICOMweb root; undefined for every other server. */
export async function findOrthanc(
  settings: ImageServerSettings,
  signal: AbortSignal,
): Promise<ImageServerSettings | undefined> {
  const beside = { ...settings, url: settings.url.replace(/\/[^/]*$/, '') }
  return (await isOrthanc(beside, signal)) ? beside : undefined
}

async function isOrthanc(beside: ImageServerSettings, signal: AbortSignal): Promise<boolean> {
  const before = known.get(beside.url)
  if (before && before.until > Date.now()) return before.isOrthanc
  const { system, isSure } = await askSystem(beside, signal)
  const answer = fieldOf(system, 'ApiVersion') !== undefined && fieldOf(system, 'DicomAet') !== undefined
  known.set(beside.url, { isOrthanc: answer, until: Date.now() + (isSure ? KNOWN_MS : UNSURE_MS) })
  return answer
}

/** Whatever another server returns at this path, it is not an Orthanc. */
async function askSystem(beside: ImageServerSettings, signal: AbortSignal) {
  try {
    return { system: await askJson(beside, { path: '/system', signal }), isSure: true }
  } catch (error) {
    // The server was not contacted yet.
    if (error instanceof TokenError) throw error
    if (error instanceof ImageServerError) return { system: undefined, isSure: error.fault === 'nonsense' }
    throw error
  }
}

/** Returns the path of a study or series in Orthanc's own interface by its UID, or undefined if it holds none. */
export async function findOrthancPath(
  beside: ImageServerSettings,
  level: 'Study' | 'Series',
  uid: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await askJson(beside, { path: '/tools/lookup', body: uid, signal })
  const entry = Array.isArray(found)
    ? found.find((each: unknown) => fieldOf(each, 'Type') === level)
    : undefined
  const path = fieldOf(entry, 'Path')
  return isOwnPath(path) ? path : undefined
}

export const isOrthancId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f-]{1,64}$/.test(value)
const isOwnPath = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?:studies|series)\/[0-9a-f-]{1,64}$/.test(value)

/** Returns a field of an untrusted response. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** Returns a text inside a response; undefined if there is none. */
export function textAt(value: unknown, ...path: string[]): string | undefined {
  const found = path.reduce(fieldOf, value)
  return typeof found === 'string' && found !== '' ? found : undefined
}
