import type { DicomHeader } from '#domain/study/dicom/study-header.ts'
import { askJson } from './ask-json.ts'
import type { ImageServerSettings } from './image-server.ts'
import { fieldOf, findOrthanc, findOrthancPath, isOrthancId, textAt } from './orthanc-rest.ts'

const PATIENT_NAME = '00100010'
const SOURCE_AET = '00020016'
const STUDY_UID = '0020000D'

/**
 * Completes a header from Orthanc's own interface: QIDO-RS does not return the sending AE title, and its list loses
 * characters of a name that Orthanc's default encoding lacks. Returns any other server's header unchanged.
 */
export async function completeFromOrthanc(
  settings: ImageServerSettings,
  header: DicomHeader,
  signal: AbortSignal,
): Promise<DicomHeader> {
  const uid = textOf(header[STUDY_UID]?.Value)
  const beside = uid === undefined ? undefined : await findOrthanc(settings, signal)
  if (uid === undefined || !beside) return header
  const path = await findOrthancPath(beside, 'Study', uid, signal)
  const study = path && (await askJson(beside, { path, signal }))
  if (!study) return header
  const aet = await findSourceAet(beside, study, signal)
  const name = textAt(study, 'PatientMainDicomTags', 'PatientName')
  return {
    ...header,
    ...(aet && { [SOURCE_AET]: { vr: 'AE', Value: [aet] } }),
    ...(name && { [PATIENT_NAME]: { vr: 'PN', Value: [name] } }),
  }
}

/** Returns the sender of the first series that names one. */
async function findSourceAet(
  beside: ImageServerSettings,
  study: unknown,
  signal: AbortSignal,
): Promise<string | undefined> {
  const series = fieldOf(study, 'Series')
  const [first] = Array.isArray(series) ? series : []
  if (!isOrthancId(first)) return undefined
  const metadata = await askJson(beside, { path: `/series/${first}/metadata?expand`, signal })
  return textAt({ metadata }, 'metadata', 'RemoteAET')
}

function textOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : undefined
  return typeof first === 'string' ? first : undefined
}
