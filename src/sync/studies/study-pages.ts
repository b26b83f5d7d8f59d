import { type StudyListInput, type StudyRow, studyCalls } from '#contract/calls/studies.ts'
import { CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import { openWaiting, readWaiting } from '#src/db/waiting-changes.ts'
import type { WorklistClient } from '#src/workers/worklist-client.ts'
import type { WindowAnswer, WindowQuestion } from '#src/workers/worklist-window.ts'
import { callApi } from '../api/call-api.ts'
import { currentDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { readCacheState } from '../pull/cache-state.ts'
import { placeZone } from '../session/place-zone.ts'
import { currentSession } from '../session/session-state.ts'
import { coverageOf, covers } from './coverage.ts'
import { showWith } from './first-page.ts'
import { viewerOf } from './viewer.ts'

/** Rows a page: a page is answered, opened and written within one frame or two. */
const PAGE = 1_000
const PAGES_MAX = CSV_ROWS_MAX / PAGE
/** Twenty thousand studies take seconds to be loaded into memory, and not more. */
const LOADING_MAX_MS = 30_000
const LOOK_AGAIN_MS = 1_000

/** One page on its way into a file. */
export interface StudyPage {
  rows: readonly StudyRow[]
  /** How many studies match; stops at COUNT_CAP. */
  matching: number
}

/** All studies that a filter finds, page by page, and who answers for them. */
export interface StudyPages {
  from: 'device' | 'server'
  /** Set where the device answers for less than was asked: studies received before this are left out. */
  coveredFrom?: Date
  pages: AsyncIterable<StudyPage>
}

/**
 * All that matches, up to CSV_ROWS_MAX rows: from the device where it holds all that the file says, else from the server, else what
 * the device has. What a person did on this device is in it.
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
    covers(coverage, input, { zone: placeZone(), viewer: viewerOf(session) })
  // The longer file says when the visit went through its steps, which copies of studies do not hold.
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
  for (let p = 1; p <= PAGES_MAX && !signal.aborted; p += 1) {
    const answer = await askLoaded(worklist, { input: { ...input, p, ps: PAGE }, viewer, zone: placeZone() })
    yield answer
    if (answer.rows.length < PAGE) return
  }
}

/** The studies may still be on their way into memory: then their end is waited for. */
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
  for (let p = 1; p <= PAGES_MAX && !signal.aborted; p += 1) {
    const { flag, ...filter } = { ...input, p, ps: PAGE }
    const { result } =
      flag === 'dashboard'
        ? await callApi(studyCalls.getListDashboard, { ...filter, forCsv: 'T' }, { signal })
        : await callApi(studyCalls.getListAll, { ...filter, flag }, { signal })
    const rows = result.data.map((row) => showWith(waiting, row))
    yield { rows, matching: result.page.total_records }
    if (rows.length < PAGE) return
  }
}
