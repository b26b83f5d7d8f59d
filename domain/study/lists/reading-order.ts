import { canSignReport, type ReportPerson } from '#domain/report/report-rights.ts'
import { isSigned, type ReportStatus } from '#domain/status/report-status.ts'
import { modalityCodes } from '../modalities.ts'
import { dueAt } from './sort-studies.ts'

/** The part of a study that decides whether and when a reader reads it. */
export interface ReadableStudy {
  id: string
  status: ReportStatus
  received_datetime: string
  /** Allowed minutes from received to signed; 0 or less if none were agreed. */
  tat: number
  /** One or several codes, separated by commas. */
  modality: string
  branch_id: string | null
  tag_id: string | null
  tag_critical_id: string | null
  assigned_doctor_id: string | null
  signed_by_doctor_id: string | null
}

type NamedStudy = Pick<ReadableStudy, 'assigned_doctor_id' | 'signed_by_doctor_id'>

/** The reader, and the time of reading. */
export interface Reading {
  person: ReportPerson
  /** Branches of the person. */
  branchIds: ReadonlySet<string>
  /** Modalities that the person usually reads; if empty (unknown), every modality counts as one of them. */
  modalities: ReadonlySet<string>
  /** The study that is open now. */
  withoutId?: string
  /** Studies that others have open. */
  busy: ReadonlySet<string>
  /** Studies that the person skipped, in the order of skipping. */
  skipped: readonly string[]
  /** The current time for judging time left, in milliseconds. */
  now: number
}

/** Factors for the time that a study has left: a smaller result is read earlier. */
const TAGGED = 1 / 2
const NAMED = 1 / 2
const OTHER_MODALITY = 2
const OTHER_BRANCH = 2

/**
 * The studies that a person should read, next one first: unsigned ones that the person may sign, that are unassigned or
 * the person's own, and that nobody else has open. Critical ones come first, then overdue ones, then the others. Within
 * each group the minutes left are weighted: half for a tag, half for a study that names the person, double for a
 * modality or branch that is not the person's. Skipped studies come last, the earliest skipped first.
 */
export function readingOrder<Study extends ReadableStudy>(
  studies: Iterable<Study>,
  reading: Reading,
): Study[] {
  return inPlaces(studies, reading, (study) => isToRead(study, reading))
}

/**
 * The unsigned studies as the person's list shows them: those to read in the order of `readingOrder`, then those that
 * others have open, then those not meant for the person, each in the same order. The server's list has the same order
 * (server/features/studies/reading-order.ts).
 */
export function unsignedForReader<Study extends ReadableStudy>(
  studies: Iterable<Study>,
  reading: Reading,
): Study[] {
  return inPlaces(studies, reading, ({ status }) => !isSigned(status))
}

function inPlaces<Study extends ReadableStudy>(
  studies: Iterable<Study>,
  reading: Reading,
  isWanted: (study: Study) => boolean,
): Study[] {
  const sortKeysOf = sortKeysFor(reading)
  const placed = []
  for (const study of studies) if (isWanted(study)) placed.push({ study, sortKeys: sortKeysOf(study) })
  return placed.sort((a, b) => compareSortKeys(a.sortKeys, b.sortKeys)).map(({ study }) => study)
}

/** True if a change from `a` to `b` leaves a study in its place in everybody's reading order. */
export function isReadAlike(a: ReadableStudy, b: ReadableStudy): boolean {
  return READ_BY.every((field) => a[field] === b[field])
}

const READ_BY = [
  'status',
  'received_datetime',
  'tat',
  'modality',
  'branch_id',
  'tag_id',
  'tag_critical_id',
  'assigned_doctor_id',
  'signed_by_doctor_id',
] as const satisfies readonly (keyof ReadableStudy)[]

/** The modalities of the studies that name the person, which are the ones they usually read. */
export function modalitiesOf(
  studies: Iterable<NamedStudy & { modality: string }>,
  userId: string,
): Set<string> {
  const own = new Set<string>()
  for (const study of studies)
    if (isNamed(study, userId)) for (const code of modalityCodes(study.modality)) own.add(code)
  return own
}

function isToRead(study: ReadableStudy, reading: Reading): boolean {
  if (isSigned(study.status) || study.id === reading.withoutId || reading.busy.has(study.id)) return false
  return isOfReader(study, reading.person)
}

const isOfReader = (study: ReadableStudy, person: ReportPerson) =>
  isFreeFor(study, person.userId) && canSignReport(person, study)

/** People who may assign studies may also write those of others, but these do not count as their own to read. */
const isFreeFor = (study: ReadableStudy, userId: string) =>
  isNamed(study, userId) || (study.assigned_doctor_id === null && study.signed_by_doctor_id === null)

const isNamed = ({ assigned_doctor_id, signed_by_doctor_id }: NamedStudy, userId: string) =>
  assigned_doctor_id === userId || signed_by_doctor_id === userId

/** The sort keys, most important first; the smaller number is read earlier. */
interface SortKeys {
  /** 0 to read, 1 skipped, 2 open at somebody else, 3 not for this person. */
  band: number
  skippedAt: number
  group: number
  weighed: number
  weight: number
  received: number
  id: string
}

/** Computes sort keys for one reading; shared data of many studies is looked up once. */
function sortKeysFor(reading: Reading): (study: ReadableStudy) => SortKeys {
  const skips = new Map(reading.skipped.map((id, at) => [id, at]))
  const isOwn = ownModalityTest(reading.modalities)
  return (study) => {
    const received = Date.parse(study.received_datetime)
    const left = dueAt({ received, tat: study.tat }) - reading.now
    const weight = weightOf(study, reading, isOwn)
    const skippedAt = skips.get(study.id) ?? -1
    const band = bandOf(study, reading, skippedAt >= 0)
    return {
      band,
      skippedAt: band === 1 ? skippedAt : -1,
      group: groupOf(study, left),
      // For overdue studies, a smaller weight must increase the overdue time.
      weighed: left >= 0 ? left * weight : left / weight,
      weight,
      received,
      id: study.id,
    }
  }
}

/** Whether the person reads a stored modality; cached, because all studies have the same few values. */
function ownModalityTest(own: ReadonlySet<string>): (modality: string) => boolean {
  const known = new Map<string, boolean>()
  return (modality) => {
    const found = known.get(modality)
    if (found !== undefined) return found
    const isOwn = own.size === 0 || modalityCodes(modality).some((code) => own.has(code))
    known.set(modality, isOwn)
    return isOwn
  }
}

function bandOf(study: ReadableStudy, { person, busy }: Reading, isSkipped: boolean): number {
  if (!isOfReader(study, person)) return 3
  if (busy.has(study.id)) return 2
  return isSkipped ? 1 : 0
}

function groupOf({ tag_critical_id: critical }: ReadableStudy, left: number): number {
  if (critical !== null) return 0
  return left < 0 ? 1 : 2
}

function weightOf(
  study: ReadableStudy,
  { person, branchIds }: Reading,
  isOwnModality: (modality: string) => boolean,
): number {
  const { tag_id: tag, branch_id: branch } = study
  const isOwnBranch = branch !== null && branchIds.has(branch)
  return (
    (tag === null ? 1 : TAGGED) *
    (isNamed(study, person.userId) ? NAMED : 1) *
    (isOwnModality(study.modality) ? 1 : OTHER_MODALITY) *
    (isOwnBranch ? 1 : OTHER_BRANCH)
  )
}

function compareSortKeys(a: SortKeys, b: SortKeys): number {
  return (
    a.band - b.band ||
    a.skippedAt - b.skippedAt ||
    a.group - b.group ||
    ascending(a.weighed, b.weighed) ||
    a.weight - b.weight ||
    a.received - b.received ||
    ascending(a.id, b.id)
  )
}

/** Also works for infinite times, whose difference is not a number. */
function ascending<Value extends number | string>(a: Value, b: Value): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
