import { currentDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { bringDetailAhead } from '../reports/detail-ahead.ts'
import { onceLocked } from '../session/lock/lock-state.ts'
import { findNextStudy } from './find-next-study.ts'

/** Open studies are polled every 20 s: an answer younger than this is as good as a new one. */
const HOLDS_MS = 10_000

interface Ahead {
  after: string
  device: Device
  isOnline: boolean
  at: number
  next: Promise<string | undefined>
}

let ahead: Ahead | undefined

onceLocked(() => {
  ahead = undefined
})

/**
 * Finds the study to read after `studyId` and prefetches it, while the signature is still being made. Never blocks a
 * signature: does nothing if there are no databases.
 */
export function lookAhead(studyId: string): void {
  const device = currentDevice()
  if (!device) return
  const next = findNextStudy(studyId)
  ahead = { after: studyId, device, isOnline: device.author.isOnline(), at: Date.now(), next }
  // If it cannot be found or read now, it is read when it is opened.
  next.then((id) => (id === undefined ? undefined : bringDetailAhead(id))).catch(() => undefined)
}

/** As findNextStudy; reuses a recent result if the circumstances are the same. */
export async function nextStudyAfter(studyId: string): Promise<string | undefined> {
  const known = ahead
  ahead = undefined
  const device = currentDevice()
  const holds =
    device !== undefined &&
    known?.after === studyId &&
    known.device === device &&
    known.isOnline === device.author.isOnline() &&
    Date.now() - known.at < HOLDS_MS
  return (holds ? await known.next.catch(() => undefined) : undefined) ?? findNextStudy(studyId)
}
