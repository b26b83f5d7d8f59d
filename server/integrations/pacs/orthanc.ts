import type { DicomHeader } from '#domain/study/study-header.ts'
import { askJson } from './ask-json.ts'
import { ImageServerError, type ImageServerSettings } from './image-server.ts'

/** How long a server is believed to be Orthanc or not; shorter where it could not be asked. */
const KNOWN_MS = 60 * 60_000
const UNSURE_MS = 60_000
const PATIENT_NAME = '00100010'
const SOURCE_AET = '00020016'
const STUDY_UID = '0020000D'

const known = new Map<string, { isOrthanc: boolean; until: number }>()

/**
 * QIDO-RS does not say which AE title sent a study, and Orthanc's list loses letters of a name that its default
 * encoding cannot hold. Orthanc's own interface, which stands beside its DICOMweb root, tells both; any other server's
 * header is returned as it is.
 */
export async function completeFromOrthanc(
  settings: ImageServerSettings,
  header: DicomHeader,
  signal: AbortSignal,
): Promise<DicomHeader> {
  const beside = { ...settings, url: settings.url.replace(/\/[^/]*$/, '') }
  const uid = textOf(header[STUDY_UID]?.Value)
  if (uid === undefined || !(await isOrthanc(beside, signal))) return header
  const study = await findStudy(beside, uid, signal)
  if (!study) return header
  const aet = await findSourceAet(beside, study, signal)
  const name = textAt(study, 'PatientMainDicomTags', 'PatientName')
  return {
    ...header,
    ...(aet && { [SOURCE_AET]: { vr: 'AE', Value: [aet] } }),
    ...(name && { [PATIENT_NAME]: { vr: 'PN', Value: [name] } }),
  }
}

async function isOrthanc(beside: ImageServerSettings, signal: AbortSignal): Promise<boolean> {
  const before = known.get(beside.url)
  if (before && before.until > Date.now()) return before.isOrthanc
  const { system, isSure } = await askSystem(beside, signal)
  const answer = fieldOf(system, 'ApiVersion') !== undefined && fieldOf(system, 'DicomAet') !== undefined
  known.set(beside.url, { isOrthanc: answer, until: Date.now() + (isSure ? KNOWN_MS : UNSURE_MS) })
  return answer
}

/** What stands beside another server's root is none of our business: whatever it answers, it is no Orthanc. */
async function askSystem(beside: ImageServerSettings, signal: AbortSignal) {
  try {
    return { system: await askJson(beside, { path: '/system', signal }), isSure: true }
  } catch (error) {
    if (error instanceof ImageServerError) return { system: undefined, isSure: error.fault === 'nonsense' }
    throw error
  }
}

async function findStudy(beside: ImageServerSettings, uid: string, signal: AbortSignal): Promise<unknown> {
  const found = await askJson(beside, { path: '/tools/lookup', body: uid, signal })
  const entry = Array.isArray(found)
    ? found.find((each: unknown) => fieldOf(each, 'Type') === 'Study')
    : undefined
  const path = fieldOf(entry, 'Path')
  return isOwnPath(path) ? askJson(beside, { path, signal }) : undefined
}

/** The sender of the first series that names one. */
async function findSourceAet(
  beside: ImageServerSettings,
  study: unknown,
  signal: AbortSignal,
): Promise<string | undefined> {
  const series = fieldOf(study, 'Series')
  const [first] = Array.isArray(series) ? series : []
  if (!isId(first)) return undefined
  const metadata = await askJson(beside, { path: `/series/${first}/metadata?expand`, signal })
  return textAt({ metadata }, 'metadata', 'RemoteAET')
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{1,64}$/.test(value)
const isOwnPath = (value: unknown): value is string =>
  typeof value === 'string' && /^\/studies\/[0-9a-f-]{1,64}$/.test(value)

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function textAt(value: unknown, ...path: string[]): string | undefined {
  const found = path.reduce(fieldOf, value)
  return typeof found === 'string' && found !== '' ? found : undefined
}

function textOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : undefined
  return typeof first === 'string' ? first : undefined
}
