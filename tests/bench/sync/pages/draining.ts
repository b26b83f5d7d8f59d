import { filter, firstValueFrom } from 'rxjs'
import { getDevice } from '#src/sync/current-device.ts'
import { browserLink } from '#src/sync/link/browser-link.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import { draftOf } from './draft-of.ts'

/** Rare enough not to affect the measurement. */
const LOOK_MS = 50

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Stores a draft of each study on this device; in the given order, all started at once. */
export async function keepAll(studyIds: readonly string[]): Promise<void> {
  await Promise.all(studyIds.map((id) => saveReport(draftOf(id), 'Draft')))
}

/** Waits until the device knows that the server is not reachable. */
export async function untilOffline(): Promise<void> {
  await firstValueFrom(browserLink().state$.pipe(filter(({ online }) => !online)))
}

// Reads one key, the newest: counting a thousand takes the browser 10 ms, and reading from the oldest would
// scan the remains of all sent rows.
async function isEmpty(): Promise<boolean> {
  const { outbox } = getDevice().databases.work
  for (const state of ['waiting', 'sending']) {
    const newest = await outbox.where({ state }).reverse().limit(1).primaryKeys()
    if (newest.length > 0) return false
  }
  return true
}

/** When the server first responded and when nothing waited any more, by the wall clock that all processes share. */
export interface Drained {
  answeredAt: number
  emptyAt: number
  parked: number
}

/** Waits for the network and then for an empty queue. */
export async function watchDrain(): Promise<Drained> {
  await firstValueFrom(browserLink().state$.pipe(filter(({ online }) => online)))
  const answeredAt = Date.now()
  while (!(await isEmpty())) await pause(LOOK_MS)
  const emptyAt = Date.now()
  const parked = await getDevice().databases.work.outbox.where({ state: 'parked' }).count()
  return { answeredAt, emptyAt, parked }
}
