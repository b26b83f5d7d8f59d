import { newestFirst } from '#domain/study/dicom/query-slice.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { ImageServer } from '#server/integrations/pacs/image-server.ts'
import { type SliceWalk, startWalk, stepOn, type WalkStep } from './public/slice-walk.ts'
import { emptyReport, mergeReports, type PollReport, type Taking, takePage } from './public/take-page.ts'

/** The poller's memory of a server between two passes; losing it only costs another check of each study. */
export interface PollMemory {
  /** The hash of the last header by study UID, oldest first. */
  seen: Map<string, string>
  /** Where the slow pass over the whole server continues; undefined if none is in progress. */
  sweep: SliceWalk | undefined
  /** The findings of the slow pass: of the current one so far, and of the previous one. */
  found: { now: PollReport; before: PollReport }
}

export const startMemory = (): PollMemory => ({
  seen: new Map(),
  sweep: undefined,
  found: { now: emptyReport(), before: emptyReport() },
})

const PAGE = 100
/** The most recent studies per pass; the slow pass reads the rest. */
const RECENT_STUDIES = 2_000
/** The most queries per pass on a server that must be read in many slices. */
const RECENT_QUERIES = 200
/** Includes yesterday: studies may be sent after midnight, or the scanner's time zone may be west of ours. */
const RECENT_MS = 36 * 3_600_000
/** The most queries of a slow pass through many empty slices. */
const SWEEP_QUERIES = 20
/** At first contact, how long the slow pass reads before the recent studies are checked again. */
const BACKLOG_MS = 4_000

export interface Poll extends Omit<Taking, 'seen' | 'server'> {
  server: ImageServer
  memory: PollMemory
}

/**
 * Does one pass: all studies of the last days, and one page of everything. The first part finds new scans within
 * seconds; the second finds, page by page and repeatedly, studies that were sent late or have a wrong date or none.
 * At first contact the second part reads for some seconds per pass, newest studies first.
 */
export async function pollOnce(poll: Poll): Promise<PollReport & { isSweepDone: boolean }> {
  const recent = emptyReport()
  await pollRecent(poll, recent)
  const { found } = poll.memory
  // The report of the slow pass spans several passes.
  const before = found.now.taken
  const isSweepDone = await pollSweep(poll, found.now)
  const taken = recent.taken + found.now.taken - before
  const report = { ...mergeReports([recent, found.now, found.before]), taken }
  if (isSweepDone) poll.memory.found = { now: emptyReport(), before: found.now }
  return { ...report, isSweepDone }
}

async function pollRecent(poll: Poll, report: PollReport): Promise<void> {
  const fromDay = dayAt(new Date(poll.kernel.now().getTime() - RECENT_MS), 'UTC')
  const walk = startWalk([{ fromDay }])
  let taken = 0
  for (let asked = 0; asked < RECENT_QUERIES && taken < RECENT_STUDIES && walk.todo.length > 0; asked++)
    taken += await stepOn(walk, stepOf(poll, report))
}

/**
 * Continues where the last pass stopped: reads one page of ours, or as many smaller ones as the server returns.
 * Returns true at the end.
 */
async function pollSweep(poll: Poll, report: PollReport): Promise<boolean> {
  const { memory, place, kernel } = poll
  const start = place.isBacklog ? newestFirst(dayAt(kernel.now(), 'UTC')) : [{}]
  memory.sweep ??= startWalk(start)
  const until = performance.now() + (place.isBacklog ? BACKLOG_MS : 0)
  for (let taken = 0, asked = 0; memory.sweep.todo.length > 0; asked++) {
    const isEnough = taken >= PAGE || asked >= SWEEP_QUERIES
    if (isEnough && performance.now() >= until) return false
    taken += await stepOn(memory.sweep, stepOf(poll, report))
  }
  memory.sweep = undefined
  return true
}

const stepOf = (poll: Poll, report: PollReport): WalkStep => ({
  server: poll.server,
  today: dayAt(poll.kernel.now(), 'UTC'),
  limit: PAGE,
  report,
  signal: poll.signal,
  take: (headers) => takePage({ ...poll, seen: poll.memory.seen }, headers, report),
})
