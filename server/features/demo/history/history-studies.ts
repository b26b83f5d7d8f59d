import { isVerified } from '#domain/status/report-status.ts'
import { dayAt, startOfDay } from '#domain/time/zones.ts'
import { pacsIdOf } from '../centre/insert-centre.ts'
import type { DemoCentre } from '../centres.ts'
import { type Random, randomFrom } from '../random.ts'
import { type DemoStudy, studyInventor } from '../reading/studies.ts'

/** The history covers these days before the demo's day; the following month belongs to the demo itself. */
const OLDEST_DAY = 365
const NEWEST_DAY = 32
/** Patients of the history have numbers below those of the demo's month. */
const PATIENTS_BEFORE = 4_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Examinations on the busiest weekday, as a share of a centre's monthly number. */
const DAILY_SHARE = 0.03
/** Sunday is quiet, Saturday about half; Monday is the busiest day. */
const WEEKDAYS = [0.15, 1.25, 1.1, 1, 1, 1.05, 0.6] as const
/** A centre grows: one year ago it had this share of its current work. */
const A_YEAR_AGO = 0.7

/**
 * Returns the verified studies of a centre in the year before the demo's month, in order of arrival. Their numbers
 * are below zero, so that the records of the month keep theirs.
 */
export function historyStudiesOf(centre: DemoCentre, now: Date): DemoStudy[] {
  const random = randomFrom(`history of ${centre.key}`)
  const arrivals = arrivalsOf(random, centre, now)
  const invent = studyInventor(random, {
    centre,
    pacsId: pacsIdOf(centre),
    now,
    days: OLDEST_DAY,
    firstPatientNo: 1 - PATIENTS_BEFORE,
    receivedAt: (number) => arrivals[arrivals.length + number] as Date,
  })
  const studies = arrivals.map((_, index) => invent(index - arrivals.length))
  // The history contains no pending work: drops studies that are not verified or not assigned to a branch.
  return studies
    .filter(({ row, timeline }) => row.branch_id && row.accession_no && isVerified(timeline.status))
    .map((study) => ({ ...study, row: { ...study.row, active_until: null } }))
}

function arrivalsOf(random: Random, centre: DemoCentre, now: Date): Date[] {
  const zone = centre.branches[0]?.timeZone ?? 'UTC'
  const arrivals: Date[] = []
  for (let ago = OLDEST_DAY; ago >= NEWEST_DAY; ago -= 1) {
    const day = dayAt(new Date(now.getTime() - ago * DAY_MS), zone)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    const growth = A_YEAR_AGO + (1 - A_YEAR_AGO) * (1 - ago / OLDEST_DAY)
    const wanted = centre.studies * DAILY_SHARE * (WEEKDAYS[weekday] ?? 1) * growth
    const count = Math.floor(wanted) + (random.chance(wanted % 1) ? 1 : 0)
    const midnight = startOfDay(day, zone).getTime()
    // Between 08:00 and 19:00, more in the morning.
    const minutes = Array.from({ length: count }, () => 480 + Math.floor(660 * random.next() ** 1.3))
    for (const minute of minutes.toSorted((a, b) => a - b))
      arrivals.push(new Date(midnight + minute * MINUTE_MS + random.between(0, 59) * 1000))
  }
  return arrivals
}
