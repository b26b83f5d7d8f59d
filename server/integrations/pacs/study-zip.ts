import { pipeline, Readable } from 'node:stream'
import { askImageServer } from './ask-image-server.ts'
import { askJson, explain, refusalOf } from './ask-json.ts'
import { ImageServerError, type ImageServerSettings } from './image-server.ts'
import { fieldOf, findOrthanc, findOrthancPath } from './orthanc-rest.ts'
import { wholeZip } from './whole-zip.ts'

/** Until the first byte: some servers create the whole zip before they send. */
const BEGIN_MS = 60_000

export interface StudyZip {
  /** Passes the bytes on as received; ends with an error if the server stops before the zip is complete. */
  stream: Readable
  /** The approximate number of bytes, if the server states it. */
  estimatedBytes: number | undefined
}

/**
 * Opens a study as one zip, from Orthanc's own interface or by DICOMweb (`application/zip` of WADO-RS). Returns
 * undefined if the server does not hold the study. Throws ImageServerError if it cannot be read; `signal` aborts the
 * whole transfer.
 */
export async function openStudyZip(
  settings: ImageServerSettings,
  studyUid: string,
  signal: AbortSignal,
): Promise<StudyZip | undefined> {
  const orthanc = await findOrthanc(settings, signal)
  if (!orthanc) return openZipAt(settings, `/studies/${studyUid}`, undefined, signal)
  const path = await findOrthancPath(orthanc, 'Study', studyUid, signal)
  if (path === undefined) return undefined
  const size = Number(fieldOf(await askJson(orthanc, { path: `${path}/statistics`, signal }), 'DiskSize'))
  return openZipAt(orthanc, `${path}/archive`, size > 0 ? size : undefined, signal)
}

async function openZipAt(
  settings: ImageServerSettings,
  path: string,
  estimatedBytes: number | undefined,
  signal: AbortSignal,
): Promise<StudyZip | undefined> {
  const response = await ask(settings, path, signal)
  if (response.status === 404 || response.status === 204) {
    await response.body?.cancel()
    return undefined
  }
  const refusal = refusalOf(response, settings)
  const isZip = /^application\/(?:x-)?zip\b/.test(response.headers.get('content-type') ?? '')
  if (refusal || !isZip || !response.body) {
    await response.body?.cancel()
    throw refusal ?? new ImageServerError('nonsense', 'This image server offers no zip files.')
  }
  const stream = wholeZip()
  // The first error of either end destroys both; the reader of `stream` receives it.
  pipeline(Readable.from(response.body, { objectMode: false }), stream, () => undefined)
  return { stream, estimatedBytes }
}

async function ask(settings: ImageServerSettings, path: string, signal: AbortSignal): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), BEGIN_MS)
  try {
    return await askImageServer(settings, path, {
      headers: { accept: 'application/zip' },
      signal: AbortSignal.any([late.signal, signal]),
    })
  } catch (error) {
    throw explain(error, late.signal)
  } finally {
    clearTimeout(timer)
  }
}
