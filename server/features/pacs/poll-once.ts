import { newestFirst } from '#domain/study/query-slice.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { ImageServer } from '#server/integrations/pacs/image-server.ts'
import { type SliceWalk, startWalk, stepOn, type WalkStep } from './slice-walk.ts'
import { emptyReport, mergeReports, type PollReport, type Taking, takePage } from './take-page.ts'

/** What a poller remembers of a server between two passes; losing it costs one more look at each study. */
export interface PollMemory {
  /** Digest of the last header by study UID, oldest first. */
  seen: Map<string, string>
  /** Where the slow pass through the whole server goes on; undefined before and after one. */
  sweep: SliceWalk | undefined
  /** What the slow pass has found, this one so far and the whole one before. */
  found: { now: PollReport; before: PollReport }
}

export const startMemory = (): PollMemory => ({
  seen: new Map(),
  sweep: undefined,
  found: { now: emptyReport(), before: emptyReport() },
})

const PAGE = 100
/** Recent studies a pass; what lies beyond comes with the slow pass. */
const RECENT_STUDIES = 2_000
/** Of a server that must be asked in many slices. */
const RECENT_QUERIES = 200
/** Yesterday too: a study is sent after midnight, or the scanner stands west of us. */
const RECENT_MS = 36 * 3_600_000
/** Queries of the slow pass at most, when it looks through many empty slices. */
const SWEEP_QUERIES = 20
/** At first contact the slow pass reads so long before the recent studies are looked at again. */
const BACKLOG_MS = 4_000

export interface Poll extends Omit<Taking, 'seen' | 'server'> {
  server: ImageServer
  memory: PollMemory
}

/**
 * One pass: all studies of the last days, and one page of everything. The first finds what has just been scanned
 * within seconds; the second finds, page by page and over and over, what is sent late, dated wrongly or not at all. At
 * first contact the second reads on for some seconds a pass, the newest studies first.
 */
export async function pollOnce(poll: Poll): Promise<PollReport & { isSweepDone: boolean }> {
  const recent = emptyReport()
  await pollRecent(poll, recent)
  const { found } = poll.memory
  // The report of the slow pass lasts over several of these.
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
 * Reads on where the last pass stopped, a page of ours or as many smaller ones as the server makes of it. Returns whether
 * the end is reached.
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
