import { setTimeout as wait } from 'node:timers/promises'
import { askJson } from './ask-json.ts'
import { ImageServerError, type ImageServerSettings, type SendOrder } from './image-server.ts'
import { fieldOf, findOrthanc, findOrthancPath, textAt } from './orthanc-rest.ts'

/** For a study of thousands of images over a slow connection. */
const SEND_MS = 10 * 60_000
const ASK_EVERY_MS = 1_000

/**
 * Makes an image server send images over DICOM to the receiver with an AE title, and waits until it reports that all
 * arrived.
 * Orthanc and dcm4chee-arc offer that beside DICOMweb (docs/decisions/083). Throws ImageServerError, with a message
 * for a person, if they did not arrive.
 */
export async function sendImages(
  settings: ImageServerSettings,
  order: SendOrder,
  signal: AbortSignal,
): Promise<void> {
  const orthanc = await findOrthanc(settings, signal)
  if (orthanc) return sendByOrthanc(orthanc, order, signal)
  // The root of a dcm4chee archive: .../dcm4chee-arc/aets/DCM4CHEE/rs
  if (/\/aets\/[^/]+\/rs$/.test(settings.url)) return sendByDcm4chee(settings, order, signal)
  throw new ImageServerError(
    'nonsense',
    'This image server cannot be told to send images: only Orthanc and dcm4chee-arc offer that.',
  )
}

async function sendByOrthanc(
  orthanc: ImageServerSettings,
  order: SendOrder,
  signal: AbortSignal,
): Promise<void> {
  const modality = await getModality(orthanc, order.aet, signal)
  const resources = await getResources(orthanc, order, signal)
  const body = JSON.stringify({ Resources: resources, Synchronous: false })
  const path = `/modalities/${encodeURIComponent(modality)}/store`
  const job = textAt(await askJson(orthanc, { path, body, signal }), 'ID')
  if (job === undefined || !/^[0-9a-f-]{1,64}$/.test(job))
    throw new ImageServerError('nonsense', 'The image server did not say that it sends the images.')
  await untilDone(orthanc, job, signal)
}

/** Returns Orthanc's own name for the receiver with an AE title. */
async function getModality(orthanc: ImageServerSettings, aet: string, signal: AbortSignal): Promise<string> {
  const answer = await askJson(orthanc, { path: '/modalities?expand', signal })
  const known = typeof answer === 'object' && answer !== null ? Object.entries(answer) : []
  const found = known.find(([, modality]) => textAt(modality, 'AET')?.trim() === aet.trim())
  if (found) return found[0]
  throw new ImageServerError('nonsense', `The image server knows no receiver with the AE title ${aet}.`)
}

async function getResources(
  orthanc: ImageServerSettings,
  { studyUid, seriesUids }: SendOrder,
  signal: AbortSignal,
): Promise<string[]> {
  const study = await findOrthancPath(orthanc, 'Study', studyUid, signal)
  if (study === undefined) throw gone('study')
  if (!seriesUids) return [idOf(study)]
  const ids: string[] = []
  for (const uid of seriesUids) {
    const path = await findOrthancPath(orthanc, 'Series', uid, signal)
    const parent = path && textAt(await askJson(orthanc, { path, signal }), 'ParentStudy')
    // Never sends a series of another study.
    if (path === undefined || parent !== idOf(study)) throw gone('series')
    ids.push(idOf(path))
  }
  return ids
}

const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const gone = (what: 'study' | 'series') =>
  new ImageServerError('nonsense', `The image server no longer holds this ${what}.`)

async function untilDone(orthanc: ImageServerSettings, job: string, signal: AbortSignal): Promise<void> {
  const end = Date.now() + SEND_MS
  while (Date.now() < end) {
    const state = textAt(await askJson(orthanc, { path: `/jobs/${job}`, signal }), 'State')
    if (state === 'Success') return
    if (state !== 'Pending' && state !== 'Running' && state !== 'Retry')
      throw new ImageServerError('down', 'The receiver did not take the images.')
    await wait(ASK_EVERY_MS, undefined, { signal })
  }
  await askJson(orthanc, { path: `/jobs/${job}/cancel`, body: '', signal })
  throw new ImageServerError(
    'slow',
    `The receiver did not take the images within ${SEND_MS / 60_000} minutes.`,
  )
}

async function sendByDcm4chee(
  settings: ImageServerSettings,
  { aet, studyUid, seriesUids }: SendOrder,
  signal: AbortSignal,
): Promise<void> {
  const receiver = `export/dicom:${encodeURIComponent(aet.trim())}`
  const paths = seriesUids
    ? seriesUids.map((uid) => `/studies/${studyUid}/series/${uid}/${receiver}`)
    : [`/studies/${studyUid}/${receiver}`]
  for (const path of paths) {
    // Responds when all is sent: { completed, warning?, failed?, error? }.
    const answer = await askJson(settings, { path, body: '', signal, answerMs: SEND_MS })
    const completed = Number(fieldOf(answer, 'completed') ?? 0) + Number(fieldOf(answer, 'warning') ?? 0)
    if (answer === undefined || completed === 0) throw gone(seriesUids ? 'series' : 'study')
    if (Number(fieldOf(answer, 'failed') ?? 0) > 0 || fieldOf(answer, 'error') !== undefined)
      throw new ImageServerError('down', 'The receiver did not take all images.')
  }
}
