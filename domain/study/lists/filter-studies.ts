import { searchWords } from '#domain/match/search-words.ts'
import { isSigned, type ReportStatus } from '#domain/status/report-status.ts'
import { addDays, type DayText, startOfDay } from '#domain/time/zones.ts'
import { modalityCodes } from '../modalities.ts'
import { type DateBasis, DEFAULT_DATE_BASIS, momentOf } from './date-basis.ts'
import { type DueFilter, isDue } from './due.ts'

/** The part of a study that the filters of a study list check. */
export interface FilteredStudy {
  study_datetime: string | null
  received_datetime: string
  signed_on: string | null
  tat: number
  pat_id: string
  pat_name: string
  accession_no: string
  study_desc: string
  ref_physician: string
  modality: string
  status: ReportStatus
  branch_id: string | null
  assigned_doctor_id: string | null
  signed_by_doctor_id: string | null
  tag_id: string | null
  tag_critical_id?: string | null
  is_linked: 0 | 1
}

/** The filters of docs/studies.md#study-lists; absent or blank ones do not filter. */
export interface StudyFilter {
  /** Between these days, inclusive, by the moment that `date_col` names, or by the arrival if it is absent. */
  from_date?: DayText
  to_date?: DayText
  date_col?: DateBasis
  /** Unsigned studies, by the time that they have left. */
  due?: DueFilter
  branch_id?: string
  branch?: string
  modality?: string
  /** Studies of a service of this department, which device copies do not contain. */
  department_id?: string
  status?: ReportStatus
  /** Studies linked to a visit, or not linked. */
  link?: 'Linked' | 'Unmatched'
  /** Comma-separated tag ids. */
  tag_ids?: string
  tag_ids_critical?: string
  assigned_doctor_id?: string
  /** Which doctor field `assigned_doctor_id` is compared with. */
  assigned_type?: 'Any' | 'Assigned' | 'Signing' | 'Unassigned'
  /** Comma-separated doctor ids: studies whose report one of them signed. */
  report_by_ids?: string
  /** Free keyword over name, patient id, accession number and description: each of its words, in any order. */
  k?: string
  pat_id?: string
  pat_name?: string
  accession_no?: string
  ref_physician?: string
}

type StudyTest = (study: FilteredStudy) => boolean

const KEYWORD_FIELDS = ['pat_name', 'pat_id', 'accession_no', 'study_desc'] as const
const TEXT_FIELDS = ['pat_id', 'pat_name', 'accession_no', 'ref_physician'] as const

/**
 * The filter as one predicate over studies: it matches the server's list (server/features/studies/public/list-filter.ts; a
 * test compares both), but matches none by department, which only the server knows. Days begin and end in `zone`;
 * overdue is judged at `now`.
 */
export function studyFilterTest(filter: StudyFilter, zone: string, now: Date): StudyTest {
  const tests = [
    ...dayTests(filter, zone),
    ...exactTests(filter),
    ...dueTests(filter, now),
    ...doctorTests(filter),
    ...reportTests(filter),
    ...textTests(filter),
  ]
  return (study) => tests.every((test) => test(study))
}

/** Where the filter's days begin; undefined if they have no start. */
export function rangeStart({ from_date: from }: StudyFilter, zone: string): Date | undefined {
  return from ? startOfDay(from, zone) : undefined
}

/**
 * The earliest receipt time of matching studies; undefined if they may be of any age. A study that was signed today, or
 * whose images are of today, may have been received long before.
 */
export function receivedSince(filter: StudyFilter, zone: string): Date | undefined {
  return (filter.date_col ?? DEFAULT_DATE_BASIS) === DEFAULT_DATE_BASIS ? rangeStart(filter, zone) : undefined
}

const dueTests = ({ due }: StudyFilter, now: Date): StudyTest[] =>
  due ? [(study) => isDue(study, due, now)] : []

// Up to the start of the next day, so that the last millisecond of `to_date` is included whole (docs/wire.md).
function dayTests(filter: StudyFilter, zone: string): StudyTest[] {
  const from = rangeStart(filter, zone)?.getTime()
  const until = filter.to_date ? startOfDay(addDays(filter.to_date, 1), zone).getTime() : undefined
  if (from === undefined && until === undefined) return []
  const { date_col: basis = DEFAULT_DATE_BASIS } = filter
  return [
    (study) => {
      const moment = momentOf(study, basis)
      if (moment === null) return false
      const at = Date.parse(moment)
      return (from === undefined || at >= from) && (until === undefined || at < until)
    },
  ]
}

function exactTests(filter: StudyFilter): StudyTest[] {
  const { status } = filter
  const branch = filter.branch_id ?? filter.branch
  const modality = trimmed(filter.modality)
  const tests: StudyTest[] = []
  if (branch) tests.push((study) => study.branch_id === branch)
  // The product's list begins with ALL, which means no filter; a study of `CT,MR` is found by either.
  if (modality !== '' && modality !== 'ALL')
    tests.push((study) => modalityCodes(study.modality).includes(modality))
  if (filter.department_id) tests.push(() => false)
  if (status) tests.push((study) => study.status === status)
  if (filter.link) tests.push((study) => (study.is_linked === 1) === (filter.link === 'Linked'))
  if (filter.tag_ids) tests.push(isOneOf(filter.tag_ids, (study) => study.tag_id))
  if (filter.tag_ids_critical)
    tests.push(isOneOf(filter.tag_ids_critical, (study) => study.tag_critical_id ?? null))
  return tests
}

function isOneOf(list: string, idOf: (study: FilteredStudy) => string | null): StudyTest {
  const ids = new Set(list.split(','))
  return (study) => {
    const id = idOf(study)
    return id !== null && ids.has(id)
  }
}

function doctorTests({ assigned_type: type = 'Any', assigned_doctor_id: id }: StudyFilter): StudyTest[] {
  if (type === 'Unassigned')
    return [(study) => study.assigned_doctor_id === null && study.signed_by_doctor_id === null]
  if (!id) return []
  if (type === 'Assigned') return [(study) => study.assigned_doctor_id === id]
  if (type === 'Signing') return [(study) => study.signed_by_doctor_id === id]
  return [(study) => study.assigned_doctor_id === id || study.signed_by_doctor_id === id]
}

function reportTests({ report_by_ids: list }: StudyFilter): StudyTest[] {
  if (!list) return []
  const isByOne = isOneOf(list, (study) => study.signed_by_doctor_id)
  return [(study) => isSigned(study.status) && isByOne(study)]
}

function textTests(filter: StudyFilter): StudyTest[] {
  const named = TEXT_FIELDS.flatMap((field): StudyTest[] => {
    const words = searchWords(filter[field])
    return words.map((word) => (study) => study[field].toLowerCase().includes(word))
  })
  const keywords = searchWords(filter.k).map(
    (word): StudyTest =>
      (study) =>
        KEYWORD_FIELDS.some((field) => study[field].toLowerCase().includes(word)),
  )
  return [...named, ...keywords]
}

const trimmed = (value: string | undefined) => value?.trim() ?? ''
