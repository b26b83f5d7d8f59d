import { filter, firstValueFrom } from 'rxjs'
import { getDevice } from '#src/sync/current-device.ts'
import { browserLink } from '#src/sync/link/browser-link.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import { draftOf } from './draft-of.ts'

/** Seldom enough to weigh nothing on what is measured. */
const LOOK_MS = 50

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Keeps a draft of each study on this device; in the order given, all of them asked for at once. */
export async function keepAll(studyIds: readonly string[]): Promise<void> {
  await Promise.all(studyIds.map((id) => saveReport(draftOf(id), 'Draft')))
}

/** Waits until the device knows that the server cannot be reached. */
export async function untilOffline(): Promise<void> {
  await firstValueFrom(browserLink().state$.pipe(filter(({ online }) => !online)))
}

// One key of each state: counting a thousand takes the browser 10 ms, and walking the rows more than sending them.
async function isEmpty(): Promise<boolean> {
  const { outbox } = getDevice().databases.work
  const firsts = await Promise.all(
    ['waiting', 'sending'].map((state) => outbox.where({ state }).limit(1).primaryKeys()),
  )
  return firsts.every((keys) => keys.length === 0)
}

/** When the server first answered and when nothing waited any more, by the wall clock that all processes share. */
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
