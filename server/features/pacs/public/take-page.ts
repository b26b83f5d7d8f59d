import { createHash } from 'node:crypto'
import { type DicomHeader, openStudyHeader } from '#domain/study/dicom/study-header.ts'
import { type ImageServer, ImageServerError } from '#server/integrations/pacs/image-server.ts'
import { type Arrival, type ArrivalContext, type ArrivalKernel, takeOver } from './arrive.ts'

/** The findings of a pass that a person should know. */
export interface PollReport {
  /** Why responses are not studies, in words without patient data, keyed by hash; empty if all could be read. */
  unreadable: Map<string, string>
  /** The UIDs of studies that could not be stored. */
  unstored: Set<string>
  /** Set if the server always returns its first page, of this many studies, and hides the rest. */
  hidesBehind?: number
  /** True if the server refuses broad queries and is read in slices of days. */
  isSliced: boolean
  /** Slices that the server refuses although they cannot be made smaller. */
  refused: Set<string>
  /** The number of studies that were new to this process or differed. */
  taken: number
}

export const emptyReport = (): PollReport => ({
  unreadable: new Map(),
  unstored: new Set(),
  refused: new Set(),
  isSliced: false,
  taken: 0,
})

/** Merges several reports on a server, each fault once. */
export function mergeReports(reports: readonly PollReport[]): PollReport {
  const hidesBehind = reports.find((report) => report.hidesBehind !== undefined)?.hidesBehind
  return {
    unreadable: new Map(reports.flatMap((report) => [...report.unreadable])),
    unstored: new Set(reports.flatMap((report) => [...report.unstored])),
    refused: new Set(reports.flatMap((report) => [...report.refused])),
    ...(hidesBehind !== undefined && { hidesBehind }),
    isSliced: reports.some(({ isSliced }) => isSliced),
    taken: reports.reduce((sum, { taken }) => sum + taken, 0),
  }
}

export interface Taking {
  kernel: ArrivalKernel
  server: Pick<ImageServer, 'complete'>
  place: ArrivalContext
  /** The hash of the last header by study UID, oldest first. */
  seen: Map<string, string>
  signal: AbortSignal
  /** Called with a study that could not be stored while others were. */
  onError: (error: unknown) => void
}

/** Studies per transaction: few enough that users do not wait for it. */
const PORTION = 20
/** Concurrent queries about single studies on one server. */
const AT_ONCE = 5
const SEEN_LIMIT = 50_000

interface PageStudy {
  uid: string
  header: DicomHeader
  digest: string
}

/** Imports the new and changed studies of a page; returns the UIDs of all that could be read. */
export async function takePage(
  taking: Taking,
  headers: readonly unknown[],
  report: PollReport,
): Promise<string[]> {
  const studies = readPage(headers, report)
  const changed = studies.filter(({ uid, digest }) => taking.seen.get(uid) !== digest)
  // In portions, so that a server that stops responding loses only the last one.
  for (let at = 0; at < changed.length; at += PORTION)
    await takePortion(taking, changed.slice(at, at + PORTION), report)
  return studies.map(({ uid }) => uid)
}

function readPage(headers: readonly unknown[], report: PollReport): PageStudy[] {
  const studies: PageStudy[] = []
  for (const header of headers) {
    const answer = openStudyHeader(header)
    if (answer.ok)
      studies.push({ uid: answer.header.study_iuid, header: header as DicomHeader, digest: digestOf(header) })
    else report.unreadable.set(digestOf(header), answer.reason)
  }
  if (headers.length > 0 && studies.length === 0)
    throw new ImageServerError(
      'nonsense',
      `No study in the answer can be read. ${[...report.unreadable.values()][0] ?? ''}`,
    )
  return studies
}

async function takePortion(taking: Taking, portion: readonly PageStudy[], report: PollReport): Promise<void> {
  const arrivals = await completed(taking, portion)
  const failed: string[] = []
  try {
    await takeOver(taking.kernel, taking.place, arrivals)
  } catch (error) {
    failed.push(...(await takeEach(taking, arrivals, error)))
  }
  for (const uid of failed) report.unstored.add(uid)
  report.taken += portion.length - failed.length
  for (const study of portion) if (!failed.includes(study.uid)) remember(taking.seen, study)
}

async function completed({ server, signal }: Taking, portion: readonly PageStudy[]): Promise<Arrival[]> {
  const arrivals: Arrival[] = []
  for (let at = 0; at < portion.length; at += AT_ONCE) {
    const some = portion.slice(at, at + AT_ONCE)
    arrivals.push(
      ...(await Promise.all(
        some.map(async ({ uid, header }) => ({ uid, header: await server.complete(header, signal) })),
      )),
    )
  }
  return arrivals
}

/**
 * Imports studies one by one, so that one that cannot be stored does not block the others. Throws if none can be
 * stored, because the fault is then elsewhere. Returns the UIDs that failed.
 */
async function takeEach(
  { kernel, place, onError }: Taking,
  arrivals: readonly Arrival[],
  cause: unknown,
): Promise<string[]> {
  const failed: string[] = []
  for (const arrival of arrivals)
    await takeOver(kernel, place, [arrival]).catch(() => failed.push(arrival.uid))
  if (failed.length === arrivals.length && failed.length !== 1) throw cause
  if (failed.length > 0) onError(cause)
  return failed
}

function remember(seen: Map<string, string>, { uid, digest }: PageStudy): void {
  seen.delete(uid)
  seen.set(uid, digest)
  if (seen.size <= SEEN_LIMIT) return
  const [oldest] = seen.keys()
  if (oldest !== undefined) seen.delete(oldest)
}

const digestOf = (header: unknown) => createHash('sha256').update(JSON.stringify(header)).digest('base64')
