import { type ComparedStudy, gapOf } from '#domain/study/dicom/compare-source.ts'
import { dayOfDicom } from '#domain/study/dicom/dicom-time.ts'
import { type DicomHeader, openStudyHeader } from '#domain/study/dicom/study-header.ts'
import { type DayText, dayAt } from '#domain/time/zones.ts'
import { type ImageServer, ImageServerError } from '#server/integrations/pacs/image-server.ts'
import type { ArrivalContext, ArrivalKernel } from '../pacs/public/arrive.ts'
import { startWalk, stepOn } from '../pacs/public/slice-walk.ts'
import { emptyReport, takePage } from '../pacs/public/take-page.ts'
import { isSameHeader } from './same-header.ts'
import {
  type CheckedPacs,
  type FoundGap,
  type KnownStudy,
  selectChanged,
  selectKnown,
  selectOfDay,
} from './store.ts'

export interface DayReader {
  kernel: ArrivalKernel
  server: Pick<ImageServer, 'findStudies' | 'complete'>
  place: ArrivalContext
  signal: AbortSignal
  /** Called with a study that could not be stored while others were. */
  onError: (error: unknown) => void
}

/** A day of an image server compared with what has arrived from it. */
export interface DayReading {
  studies: ComparedStudy[]
  gaps: FoundGap[]
  /** Why missing studies cannot be determined; undefined if the day was read completely. */
  fault: string | undefined
  fetched: number
}

const PAGE = 100
/**
 * A day of a large hospital has some hundred studies; anything beyond this limit is not compared, and that is
 * reported.
 */
const DAY_STUDIES_MAX = 20_000
const DAY_QUERIES_MAX = 500
/** The most studies that are queried one by one because the day did not contain them. */
const VERIFY_MAX = 500
const STUDY_DATE = '00080020'

/** A study in the server's list of the day. */
interface There {
  here: ComparedStudy['here']
  aet: string
  studyId: string | null
  isFetched: boolean
}

/**
 * Reads a day of an image server completely, lets arrival import new and changed studies, and queries each expected
 * study that was not in the list. Throws ImageServerError if the server does not respond; then nothing is known.
 */
export async function readDay(reader: DayReader, day: DayText): Promise<DayReading> {
  const { kernel, place } = reader
  const pacs: CheckedPacs = { clientId: place.clientId, pacsId: place.pacsId }
  // Before the server is queried, so that studies that arrive meanwhile are not expected.
  const ours = await kernel.database.tenant(pacs.clientId, (tx) => selectOfDay(tx, pacs, day))
  const there = new Map<string, There>()
  const report = emptyReport()
  const take = (headers: readonly unknown[]) => takeDayPage({ ...reader, day, there, report }, headers)
  const walk = startWalk([{ fromDay: day, toDay: day }])
  const today = dayAt(kernel.now(), 'UTC')
  const step = { server: reader.server, today, limit: PAGE, report, signal: reader.signal, take }
  for (let asked = 0; walk.todo.length > 0; asked++) {
    if (asked >= DAY_QUERIES_MAX || there.size >= DAY_STUDIES_MAX) break
    await stepOn(walk, step)
  }
  const lost = ours.filter(({ study_iuid }) => !there.has(study_iuid))
  let fault = partWords(walk.todo.length, report)
  const stillThere = new Set<string>()
  if (fault === undefined && lost.length > VERIFY_MAX)
    fault = `${lost.length} studies are not among those of the day: too many to ask for one by one.`
  for (const { study_iuid } of fault === undefined ? lost : [])
    if (await isThere(reader, study_iuid, report)) stillThere.add(study_iuid)
  const changed = await kernel.database.tenant(pacs.clientId, (tx) => selectChanged(tx, pacs))
  const entries = [
    ...[...there].map(([uid, one]) => ({ uid, isThere: true, ...one })),
    ...lost.map(({ id, study_iuid: uid, src_aet }) => ({
      uid,
      // Without a complete reading, no study counts as missing.
      isThere: fault !== undefined || stillThere.has(uid),
      here: 'yes' as const,
      aet: src_aet,
      studyId: id,
      isFetched: false,
    })),
  ].map((entry) => ({ ...entry, isChanged: changed.has(entry.uid) }))
  const gaps = entries.flatMap((entry) => {
    const kind = gapOf(entry)
    return kind ? [{ ...entry, kind }] : []
  })
  return { studies: entries, gaps, fault, fetched: gaps.filter(({ isFetched }) => isFetched).length }
}

type Report = ReturnType<typeof emptyReport>

/** Returns why a day was not read completely; undefined if it was. */
function partWords(left: number, report: Report): string | undefined {
  if (left > 0) return 'it holds more than is compared.'
  if (report.hidesBehind !== undefined)
    return `the image server hides what is behind its first ${report.hidesBehind} studies.`
  if (report.refused.size > 0) return 'the image server refuses a part of it.'
  if (report.unreadable.size > 0) return 'an entry of the image server cannot be read.'
  return undefined
}

interface DayPage extends DayReader {
  day: DayText
  there: Map<string, There>
  report: Report
}

async function takeDayPage(page: DayPage, headers: readonly unknown[]): Promise<string[]> {
  const { kernel, place, day, there, report } = page
  if (headers.some((header) => (studyDay(header) ?? day) !== day))
    throw new ImageServerError(
      'nonsense',
      'The image server gives studies of other days than it is asked for: it cannot be compared by days.',
    )
  const read = headers.map((header) => ({ header, answer: openStudyHeader(header) }))
  const uids = read.flatMap(({ answer }) => (answer.ok ? [answer.header.study_iuid] : []))
  const known = await kernel.database.tenant(place.clientId, (tx) => selectKnown(tx, place.clientId, uids))
  const isNews = (answer: (typeof read)[number]['answer'], header: unknown) =>
    !answer.ok || isToBeTaken(known.get(answer.header.study_iuid), header as DicomHeader, place)
  const news = read.filter(({ answer, header }) => isNews(answer, header)).map(({ header }) => header)
  // Arrival throws if it can read none of the headers; one unreadable entry among others is only reported.
  if (news.length > 0 && (uids.length === 0 || news.some((header) => openStudyHeader(header).ok)))
    await takePage({ ...page, seen: new Map() }, news, report)
  else for (const { answer } of read) if (!answer.ok) report.unreadable.set(answer.reason, answer.reason)
  const unknown = uids.filter((uid) => !known.has(uid))
  const arrived = await kernel.database.tenant(place.clientId, (tx) =>
    selectKnown(tx, place.clientId, unknown),
  )
  for (const { answer } of read) {
    if (!answer.ok || there.has(answer.header.study_iuid)) continue
    const { study_iuid: uid, src_aet } = answer.header
    const before = known.get(uid)
    const now = before ?? arrived.get(uid)
    const here = before === undefined ? 'no' : before.hidden ? 'deleted' : 'yes'
    there.set(uid, {
      here,
      aet: now?.src_aet ?? src_aet,
      studyId: now?.id ?? null,
      isFetched: before === undefined && now !== undefined,
    })
  }
  return uids
}

/**
 * True if the study is new here, marked as missing, or has a changed header; false if it was deleted here or belongs
 * to another server.
 */
function isToBeTaken(
  known: KnownStudy | undefined,
  header: DicomHeader,
  { pacsId }: ArrivalContext,
): boolean {
  if (!known) return true
  if (known.hidden || (known.pacs_id !== null && known.pacs_id !== pacsId)) return false
  return known.missing_at_source_since !== null || !isSameHeader(known.dicom_header as DicomHeader, header)
}

/**
 * Queries one study. Returns true if the server has it, perhaps on another day; arrival then checks it. A server that
 * returns other studies has not reported it missing.
 */
async function isThere(reader: DayReader, uid: string, report: Report): Promise<boolean> {
  const { studies } = await reader.server.findStudies({ studyUid: uid, limit: 10, offset: 0 }, reader.signal)
  const own = studies.filter((header) => {
    const answer = openStudyHeader(header)
    return answer.ok && answer.header.study_iuid === uid
  })
  if (own.length > 0) await takePage({ ...reader, seen: new Map() }, own, report)
  return studies.length > 0
}

function studyDay(header: unknown): DayText | undefined {
  const value = (header as DicomHeader | null)?.[STUDY_DATE]?.Value
  const [first] = Array.isArray(value) ? value : []
  return typeof first === 'string' ? dayOfDicom(first) : undefined
}
