import { createHash } from 'node:crypto'
import { type DicomHeader, readStudyHeader } from '#domain/study/study-header.ts'
import { type ImageServer, ImageServerError } from '#server/integrations/pacs/image-server.ts'
import { type Arrival, type ArrivalKernel, type ArrivalPlace, takeOver } from './arrive.ts'

/** What a poller remembers of a server between two passes; losing it costs one more look at each study. */
export interface PollMemory {
  /** Digest of the last header by study UID, oldest first. */
  seen: Map<string, string>
  /** Where the slow pass through the whole server goes on. */
  sweepOffset: number
  /** The first study of the slow pass: one that comes again behind it shows a server that ignores offsets. */
  sweepFirst: string | undefined
  /** The server once gave a whole page: a shorter one is its last, and not what it gives at most. */
  givesWholePages: boolean
}

export const startMemory = (): PollMemory => ({
  seen: new Map(),
  sweepOffset: 0,
  sweepFirst: undefined,
  givesWholePages: false,
})

export interface PollReport {
  /** Answers that are no study, in words without patient data; empty if all could be read. */
  unreadable: string[]
  /** The server gives its first page of so many studies for ever: what lies behind it is hidden. */
  hidesBehind?: number
  /** The slow pass has reached the end of the server. */
  isSweepDone: boolean
}

const PAGE = 100
/** Studies a transaction: short enough that nobody at work waits for it. */
const PORTION = 20
/** Recent studies a pass; what lies beyond comes with the slow pass. */
const RECENT_STUDIES = 2_000
/** Yesterday too: a study is sent after midnight, or the scanner stands west of us. */
const RECENT_MS = 36 * 3_600_000
const SEEN_LIMIT = 50_000

export interface Poll {
  kernel: ArrivalKernel
  server: ImageServer
  place: ArrivalPlace
  memory: PollMemory
  signal: AbortSignal
}

/**
 * One pass: all studies of the last days, and one page of everything. The first finds what has just been scanned
 * within seconds; the second finds, page by page and over and over, what is sent late, dated wrongly or not at all.
 */
export async function pollOnce(poll: Poll): Promise<PollReport> {
  const report: PollReport = { unreadable: [], isSweepDone: false }
  await pollRecent(poll, report)
  await pollSweep(poll, report)
  return report
}

async function pollRecent(poll: Poll, report: PollReport): Promise<void> {
  const sinceDay = dicomDay(new Date(poll.kernel.now().getTime() - RECENT_MS))
  const uids = new Set<string>()
  for (let offset = 0; offset < RECENT_STUDIES; ) {
    const headers = await poll.server.findStudies({ sinceDay, limit: PAGE, offset }, poll.signal)
    const found = await takePage(poll, headers, report)
    const isNew = found.some((uid) => !uids.has(uid))
    for (const uid of found) uids.add(uid)
    if (!isNew) noteRepeated(headers, offset, report)
    if (!isNew || isLast(poll.memory, headers)) return
    offset += headers.length
  }
}

/** Reads on where the last pass stopped, a page of ours or as many smaller ones as the server makes of it. */
async function pollSweep(poll: Poll, report: PollReport): Promise<void> {
  const { memory } = poll
  for (let taken = 0; taken < PAGE && !report.isSweepDone; ) {
    const query = { limit: PAGE, offset: memory.sweepOffset }
    const headers = await poll.server.findStudies(query, poll.signal)
    const [first] = await takePage(poll, headers, report)
    if (memory.sweepOffset === 0) memory.sweepFirst = first
    const isRepeated = memory.sweepOffset > 0 && first !== undefined && first === memory.sweepFirst
    if (isRepeated) noteRepeated(headers, memory.sweepOffset, report)
    report.isSweepDone = isRepeated || isLast(memory, headers)
    memory.sweepOffset = report.isSweepDone ? 0 : memory.sweepOffset + headers.length
    taken += headers.length
  }
}

/**
 * Whether a page is the last. A page shorter than asked for is the last of a server that gives whole pages; others may
 * give fewer studies at once than were asked for, and end with an empty answer.
 */
function isLast(memory: PollMemory, { length }: readonly unknown[]): boolean {
  memory.givesWholePages ||= length === PAGE
  return length === 0 || (memory.givesWholePages && length < PAGE)
}

// One that gives more than was asked for gives everything.
function noteRepeated({ length }: readonly unknown[], offset: number, report: PollReport): void {
  if (offset > 0 && length === PAGE) report.hidesBehind = length
}

/** Takes over what is new or changed of a page; answers the UIDs of all that could be read. */
async function takePage(
  { kernel, server, place, memory, signal }: Poll,
  headers: readonly unknown[],
  report: PollReport,
): Promise<string[]> {
  const read = headers.map((header) => ({ header, answer: readStudyHeader(header, ANYWHERE) }))
  for (const { answer } of read) if (!answer.ok) report.unreadable.push(answer.reason)
  if (read.length > 0 && read.every(({ answer }) => !answer.ok))
    throw new ImageServerError(
      'nonsense',
      `No study in the answer can be read. ${report.unreadable[0] ?? ''}`,
    )
  const studies = read.flatMap(({ header, answer }) =>
    answer.ok
      ? [{ uid: answer.study.study_iuid, header: header as DicomHeader, digest: digestOf(header) }]
      : [],
  )
  const changed = studies.filter(({ uid, digest }) => memory.seen.get(uid) !== digest)
  // In portions: a server that stops answering half-way loses only the last of them.
  for (let at = 0; at < changed.length; at += PORTION) {
    const portion = changed.slice(at, at + PORTION)
    const arrivals: Arrival[] = []
    for (const { uid, header } of portion)
      arrivals.push({ uid, header: await server.complete(header, signal) })
    await takeOver(kernel, place, arrivals)
    for (const { uid, digest } of portion) remember(memory, uid, digest)
  }
  return studies.map(({ uid }) => uid)
}

/** Only whether a header can be read is asked here; where it belongs is asked when it is taken over. */
const ANYWHERE = { zone: 'UTC', today: '2100-01-01' }

function remember({ seen }: PollMemory, uid: string, digest: string): void {
  seen.delete(uid)
  seen.set(uid, digest)
  if (seen.size <= SEEN_LIMIT) return
  const [oldest] = seen.keys()
  if (oldest !== undefined) seen.delete(oldest)
}

const digestOf = (header: unknown) => createHash('sha256').update(JSON.stringify(header)).digest('base64')

const dicomDay = (time: Date) => time.toISOString().slice(0, 10).replaceAll('-', '')
