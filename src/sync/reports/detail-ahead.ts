import { liveQuery } from 'dexie'
import { from, type Subscription, switchMap, tap } from 'rxjs'
import { getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { lockState, onceLocked } from '../session/lock/lock-state.ts'
import type { LocalDetail } from './local-detail.ts'
import { detailOf } from './local-detail.ts'

interface Ahead {
  studyId: string
  device: Device
  /** Undefined until it is read, and again from a change of its rows until they are opened. */
  detail?: LocalDetail
  reading?: Subscription
}

let ahead: Ahead | undefined

onceLocked(() => drop(ahead))

/** How long a study that is not opened is followed; if it opens later, its screen reads it. */
const KEPT_MS = 10_000

/**
 * Reads this device's data of a study that is about to be opened and follows its changes, so that its screen renders at
 * once with what is on the device. Follows one study at a time.
 */
export function bringDetailAhead(studyId: string): void {
  if (lockState().kind === 'locked') return
  const device = getDevice()
  const question = detailOf(studyId)
  drop(ahead)
  const read: Ahead = { studyId, device }
  ahead = read
  read.reading = from(liveQuery(() => question.read(device)))
    .pipe(
      tap(() => delete read.detail),
      switchMap((stored) => question.open(stored, device)),
    )
    .subscribe({ next: (detail) => (read.detail = detail), error: () => drop(read) })
  setTimeout(() => drop(read), KEPT_MS)
}

/**
 * Returns the study that was read ahead, as it is on the device; undefined if it is not read, or being read again. Between
 * a write and its notice, some milliseconds, it is still the study before that write: the screen follows it from there,
 * and ReportWriter takes the newer row.
 */
export function detailAhead(studyId: string, device: Device | undefined): LocalDetail | undefined {
  return ahead?.studyId === studyId && ahead.device === device ? ahead.detail : undefined
}

function drop(read: Ahead | undefined): void {
  read?.reading?.unsubscribe()
  if (ahead === read) ahead = undefined
}
