import { type StudyListInput, type StudyRow, studyCalls } from '#contract/calls/studies.ts'
import { CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import { openWaiting, readWaiting } from '#src/db/waiting-changes.ts'
import type { WorklistClient } from '#src/workers/worklist-client.ts'
import type { WindowAnswer, WindowQuestion } from '#src/workers/worklist-window.ts'
import { callApi } from '../api/call-api.ts'
import { currentDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { readCacheState } from '../pull/cache-state.ts'
import { branchZone } from '../session/branch-zone.ts'
import { currentSession } from '../session/session-state.ts'
import { coverageOf, covers } from './coverage.ts'
import { showWith } from './first-page.ts'
import { findReader } from './reader.ts'
import { viewerOf } from './viewer.ts'

/** Rows per page: a page is queried, opened and written within one frame or two. */
const PAGE = 1_000
const PAGES_MAX = CSV_ROWS_MAX / PAGE
/** Loading 20,000 studies into memory takes seconds, not longer than this. */
const LOADING_MAX_MS = 30_000
const LOOK_AGAIN_MS = 1_000

/** One page to write into a file. */
export interface StudyPage {
  rows: readonly StudyRow[]
  /** How many studies match; stops at COUNT_CAP. */
  matching: number
}

/** All studies that match a filter, page by page, and their source. */
export interface StudyPages {
  from: 'device' | 'server'
  /** Set if the device covers less than was requested: studies received before this are left out. */
  coveredFrom?: Date
  pages: AsyncIterable<StudyPage>
}

/**
 * Opens all matches, up to CSV_ROWS_MAX rows: from the device if it has everything that the file contains, otherwise
 * from the server, otherwise whatever the device has. Includes the user's changes on this device.
 */
export async function openStudyPages(
  input: StudyListInput,
  isOnline: boolean,
  signal: AbortSignal,
): Promise<StudyPages> {
  const device = currentDevice()
  const session = currentSession()
  const coverage = device && coverageOf(await readCacheState(device.databases.cache))
  const isCovered =
    coverage !== undefined &&
    session !== undefined &&
    covers(coverage, input, { zone: branchZone(), viewer: viewerOf(session) })
  // The longer file contains the times of the visit's steps, which copies of studies lack.
  const isEnough = isCovered && session.extended_csv === 0
  if (device && (isEnough || !isOnline)) {
    const coveredFrom = isCovered ? undefined : coverage?.from
    return { from: 'device', pages: ofDevice(device, input, signal), ...(coveredFrom && { coveredFrom }) }
  }
  return { from: 'server', pages: ofServer(device, input, signal) }
}

async function* ofDevice(
  device: Device,
  input: StudyListInput,
  signal: AbortSignal,
): AsyncIterable<StudyPage> {
  const session = currentSession()
  if (!session) return
  const worklist = device.worklist()
  const viewer = viewerOf(session)
  // One time and one reader for all pages: a row that moved meanwhile would be missing or appear twice.
  const order = { viewer, zone: branchZone(), reader: await findReader(session), now: Date.now() }
  for (let p = 1; p <= PAGES_MAX && !signal.aborted; p += 1) {
    const answer = await askLoaded(worklist, { input: { ...input, p, ps: PAGE }, ...order })
    yield answer
    if (answer.rows.length < PAGE) return
  }
}

/** Waits for the studies if they are still being loaded into memory. */
async function askLoaded(worklist: WorklistClient, question: WindowQuestion): Promise<WindowAnswer> {
  for (const deadline = Date.now() + LOADING_MAX_MS; ; ) {
    const answer = await worklist.ask(question)
    if (answer) return answer
    if (Date.now() > deadline) throw new Error('The studies of this device could not be read.')
    await new Promise<void>((done) => {
      const leave = worklist.onChange(next)
      const timer = setTimeout(next, LOOK_AGAIN_MS)
      function next() {
        leave()
        clearTimeout(timer)
        done()
      }
    })
  }
}

async function* ofServer(
  device: Device | undefined,
  input: StudyListInput,
  signal: AbortSignal,
): AsyncIterable<StudyPage> {
  const waiting = device
    ? await openWaiting(device.databases, await readWaiting(device.databases.work, 'study'))
    : new Map<string, []>()
  // The reading order changes with the clock and with open studies: between pages a row could be lost or duplicated.
  const sort = input.sort === 'reading' ? 'time_left' : input.sort
  for (let p = 1; p <= PAGES_MAX && !signal.aborted; p += 1) {
    const { flag, ...filter } = { ...input, ...(sort && { sort }), p, ps: PAGE }
    const { result } =
      flag === 'dashboard'
        ? await callApi(studyCalls.getListDashboard, { ...filter, forCsv: 'T' }, { signal })
        : await callApi(studyCalls.getListAll, { ...filter, flag }, { signal })
    const rows = result.data.map((row) => showWith(waiting, row))
    yield { rows, matching: result.page.total_records }
    if (rows.length < PAGE) return
  }
}
