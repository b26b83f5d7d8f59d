import type { ReportStatus } from '#domain/status/report-status.ts'
import type { Random } from '../random.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Share of the studies that arrived within the last day. */
const LAST_DAY = 0.25
const MONTH_DAYS = 30

/** The progress of a study, and the time of each step. */
export interface DemoTimeline {
  receivedAt: Date
  status: ReportStatus
  assignedAt: Date | undefined
  writtenAt: Date | undefined
  signedAt: Date | undefined
  verifiedAt: Date | undefined
  /** True if the text is complete, even if not yet signed. */
  isFinished: boolean
}

/** Shares of the statuses by the age of a study: most of today's studies are still unread. */
const SHARES: readonly { olderThanHours: number; shares: Record<ReportStatus, number> }[] = [
  { olderThanHours: 72, shares: { Pending: 0, Draft: 1, ReadyForSign: 1, Signed: 5, Verified: 93 } },
  { olderThanHours: 24, shares: { Pending: 3, Draft: 4, ReadyForSign: 4, Signed: 19, Verified: 70 } },
  { olderThanHours: 6, shares: { Pending: 14, Draft: 12, ReadyForSign: 10, Signed: 32, Verified: 32 } },
  { olderThanHours: 0, shares: { Pending: 58, Draft: 20, ReadyForSign: 10, Signed: 10, Verified: 2 } },
]

/** Arrivals by hour of the day: more in the morning than in the evening, few at night. */
const HOURS = [1, 1, 0.5, 0.5, 0.5, 1, 2, 5, 9, 11, 12, 10, 7, 7, 8, 9, 9, 8, 6, 4, 3, 2, 2, 1]

/**
 * Returns the arrival time of a study within the last `days`; of a month's studies, a quarter arrive within the last
 * day, so that there is work to do.
 */
export function inventReceived(random: Random, now: Date, days: number, timeZoneOffsetHours: number): Date {
  if (random.chance((LAST_DAY * MONTH_DAYS) / days))
    return new Date(now.getTime() - random.next() ** 1.6 * DAY_MS)
  const hour = random.weighted(HOURS.map((weight, at) => ({ weight, at }))).at
  const day = new Date(now.getTime() - random.between(1, days - 1) * DAY_MS)
  day.setUTCHours(hour - timeZoneOffsetHours, random.between(0, 59), random.between(0, 59), 0)
  return day
}

/** Returns the steps of a study with that arrival time and `tatMinutes` allowed; about one in eight takes longer. */
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
