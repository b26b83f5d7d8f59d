import type { ReportStatus } from '#domain/status/report-status.ts'
import type { Random } from './random.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Share of the studies that came within the last day. */
const LAST_DAY = 0.25
const MONTH_DAYS = 30

/** How far along a study is, and when each step was. */
export interface DemoTimeline {
  receivedAt: Date
  status: ReportStatus
  assignedAt: Date | undefined
  writtenAt: Date | undefined
  signedAt: Date | undefined
  verifiedAt: Date | undefined
  /** The text is whole, if not yet signed. */
  isFinished: boolean
}

/** Shares of the statuses by the age of a study: what came today is mostly still to be read. */
const SHARES: readonly { olderThanHours: number; shares: Record<ReportStatus, number> }[] = [
  { olderThanHours: 72, shares: { Pending: 0, Draft: 1, ReadyForSign: 1, Signed: 5, Verified: 93 } },
  { olderThanHours: 24, shares: { Pending: 3, Draft: 4, ReadyForSign: 4, Signed: 19, Verified: 70 } },
  { olderThanHours: 6, shares: { Pending: 14, Draft: 12, ReadyForSign: 10, Signed: 32, Verified: 32 } },
  { olderThanHours: 0, shares: { Pending: 58, Draft: 20, ReadyForSign: 10, Signed: 10, Verified: 2 } },
]

/** Busy hours of a centre, UTC+4 or so: mornings more than evenings, few at night. */
const HOURS = [1, 1, 0.5, 0.5, 0.5, 1, 2, 5, 9, 11, 12, 10, 7, 7, 8, 9, 9, 8, 6, 4, 3, 2, 2, 1]

/** When a study came in over the last `days`; of a month's, a quarter within the last day, so that there is work to do. */
export function inventReceived(random: Random, now: Date, days: number, timeZoneOffsetHours: number): Date {
  if (random.chance((LAST_DAY * MONTH_DAYS) / days))
    return new Date(now.getTime() - random.next() ** 1.6 * DAY_MS)
  const hour = random.weighted(HOURS.map((weight, at) => ({ weight, at }))).at
  const day = new Date(now.getTime() - random.between(1, days - 1) * DAY_MS)
  day.setUTCHours(hour - timeZoneOffsetHours, random.between(0, 59), random.between(0, 59), 0)
  return day
}

/** The steps of a study that was received then and may take `tatMinutes`; about one in eight takes longer. */
export function inventTimeline(
  random: Random,
  receivedAt: Date,
  tatMinutes: number,
  now: Date,
): DemoTimeline {
  const ageHours = (now.getTime() - receivedAt.getTime()) / HOUR_MS
  const row = SHARES.find(({ olderThanHours }) => ageHours >= olderThanHours) ?? SHARES.at(-1)
  const shares = Object.entries(row?.shares ?? {}) as [ReportStatus, number][]
  const { status } = random.weighted(shares.map(([name, weight]) => ({ status: name, weight })))
  const share = random.chance(0.12) ? 1.05 + random.next() * 1.1 : 0.15 + random.next() * 0.8
  const signedAfter = Math.min(tatMinutes * share * MINUTE_MS, (now.getTime() - receivedAt.getTime()) * 0.85)
  const after = (part: number) => new Date(receivedAt.getTime() + signedAfter * part)
  const reached = (...statuses: ReportStatus[]) => statuses.includes(status)
  const isWritten = !reached('Pending')
  return {
    receivedAt,
    status,
    assignedAt: isWritten || random.chance(0.55) ? after(0.2) : undefined,
    writtenAt: isWritten ? after(0.7) : undefined,
    signedAt: reached('Signed', 'Verified') ? after(1) : undefined,
    verifiedAt: reached('Verified') ? after(1.12) : undefined,
    isFinished: reached('ReadyForSign', 'Signed', 'Verified'),
  }
}
