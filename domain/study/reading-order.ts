import { canSignReport, type ReportPerson } from '../report/report-rights.ts'
import { isSigned, type ReportStatus } from '../status/report-status.ts'
import { modalityCodes } from './modalities.ts'
import { dueAt } from './sort-studies.ts'

/** The part of a study that decides whether and when a reader reads it. */
export interface ReadableStudy {
  id: string
  status: ReportStatus
  received_datetime: string
  /** Allowed minutes from received to signed; 0 or less where none were agreed. */
  tat: number
  /** One or several codes with commas. */
  modality: string
  branch_id: string | null
  tag_id: string | null
  tag_critical_id: string | null
  assigned_doctor_id: string | null
  signed_by_doctor_id: string | null
}

/** Who reads, and when. */
export interface Reading {
  person: ReportPerson
  /** Branches of the person. */
  branchIds: ReadonlySet<string>
  /** What the person reads by habit; empty where that is not known, and every modality is then an own one. */
  modalities: ReadonlySet<string>
  /** The study that stands on the desk now. */
  withoutId?: string
  /** Studies that others have open. */
  busy: ReadonlySet<string>
  /** Studies that the person put off, in the order in which that was done. */
  skipped: readonly string[]
  /** The moment by which time left is judged, in milliseconds. */
  now: number
}

const MINUTE_MS = 60_000

/** What the minutes that a study has left are multiplied by: a smaller one is read earlier. */
const TAGGED = 1 / 2
const NAMED = 1 / 2
const OTHER_MODALITY = 2
const OTHER_BRANCH = 2

/**
 * The studies that a person is to read, the next one first: those without a signature that the person may sign, that are
 * nobody's or the person's own, and that nobody else has open. Critical ones come first, then those over their time, then
 * the others. Among each the minutes left are weighed: half for a tag, half for a study that names the person, twice for
 * a modality or a branch that is not the person's. What was put off stands last, the longest put off first.
 */
export function readingOrder<Study extends ReadableStudy>(
  studies: Iterable<Study>,
  reading: Reading,
): Study[] {
  const placed = []
  for (const study of studies)
    if (isToRead(study, reading)) placed.push({ study, place: placeOf(study, reading) })
  return placed.sort((a, b) => comparePlaces(a.place, b.place)).map(({ study }) => study)
}

/** The modalities of the studies that name the person: what the person reads by habit. */
export function modalitiesOf(studies: Iterable<ReadableStudy>, userId: string): Set<string> {
  const own = new Set<string>()
  for (const study of studies)
    if (isNamed(study, userId)) for (const modality of codesOf(study)) own.add(modality)
  return own
}

function isToRead(study: ReadableStudy, { person, withoutId, busy }: Reading): boolean {
  if (isSigned(study.status) || study.id === withoutId || busy.has(study.id)) return false
  return isFreeFor(study, person.userId) && canSignReport(person, study)
}

/** Who may assign studies may also write those of others, but they stand in the others' order. */
const isFreeFor = (study: ReadableStudy, userId: string) =>
  isNamed(study, userId) || (study.assigned_doctor_id === null && study.signed_by_doctor_id === null)

const isNamed = ({ assigned_doctor_id, signed_by_doctor_id }: ReadableStudy, userId: string) =>
  assigned_doctor_id === userId || signed_by_doctor_id === userId

const codesOf = ({ modality }: ReadableStudy) => modalityCodes(modality)

/** What decides, the most important first; the smaller number is read earlier. */
type Place = readonly [...number[], string]

function placeOf(study: ReadableStudy, reading: Reading): Place {
  const received = Date.parse(study.received_datetime)
  const leftMinutes = (dueAt({ received, tat: study.tat }) - reading.now) / MINUTE_MS
  const weight = weightOf(study, reading)
  // Of what is over, a smaller weight makes more of the minutes and not less.
  const weighed = leftMinutes >= 0 ? leftMinutes * weight : leftMinutes / weight
  const skippedAt = reading.skipped.indexOf(study.id)
  return [skippedAt, groupOf(study, leftMinutes), weighed, weight, received, study.id]
}

function groupOf({ tag_critical_id: critical }: ReadableStudy, leftMinutes: number): number {
  if (critical !== null) return 0
  return leftMinutes < 0 ? 1 : 2
}

function weightOf(study: ReadableStudy, { person, branchIds, modalities }: Reading): number {
  const { tag_id: tag, branch_id: branch } = study
  const isOwnModality = modalities.size === 0 || codesOf(study).some((code) => modalities.has(code))
  const isOwnBranch = branch !== null && branchIds.has(branch)
  return (
    (tag === null ? 1 : TAGGED) *
    (isNamed(study, person.userId) ? NAMED : 1) *
    (isOwnModality ? 1 : OTHER_MODALITY) *
    (isOwnBranch ? 1 : OTHER_BRANCH)
  )
}

function comparePlaces(a: Place, b: Place): number {
  for (const [at, left] of a.entries()) {
    const right = b[at]!
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
