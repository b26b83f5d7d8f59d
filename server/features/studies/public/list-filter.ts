import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { StudyListInput } from '#contract/calls/studies.ts'
import { searchWords } from '#domain/match/search-words.ts'
import { DEFAULT_DATE_BASIS } from '#domain/study/lists/date-basis.ts'
import type { DueFilter } from '#domain/study/lists/due.ts'
import { addDays, startOfDay } from '#domain/time/zones.ts'
import { equalsAny } from '#server/kernel/database/equals-any.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import { containing } from '#server/kernel/database/search-conditions.ts'

type Row = Selectable<Study>
type FilterBuilder = ExpressionBuilder<{ s: Row }, 's'>

/** The filters of a list, independent of the page. */
type StudyFilterInput = Omit<StudyListInput, 'p' | 'ps' | 'flag'>

/** Filter fields that are searched as part of a text column of the study. */
const TEXT_FILTERS = ['pat_id', 'pat_name', 'accession_no', 'ref_physician'] as const
/** The columns in which the free keyword is searched. */
const KEYWORD_COLUMNS = ['pat_name', 'pat_id', 'accession_no', 'study_desc'] as const

/** Returns true if the list must read the view that the trigram index covers (migration 0005). */
export function searchesText(input: StudyFilterInput): boolean {
  return [input.k, ...TEXT_FILTERS.map((name) => input[name])].some((value) => trimmed(value) !== '')
}

/** What a filter needs besides its own fields. */
export interface FilterContext {
  /** The time zone in which days begin and end. */
  timeZone: string
  /** The moment for which overdue studies are determined. */
  now: Date
  /** Stored values that contain the requested modality; undefined without one. */
  modalityValues: readonly string[] | undefined
}

/**
 * Returns the requested modality. The product's list begins with ALL (docs/wire.md#lists-and-limits), which does not
 * filter.
 */
export function modalityAskedFor(input: StudyFilterInput): string | undefined {
  const modality = trimmed(input.modality)
  return modality === '' || modality === 'ALL' ? undefined : modality
}

/**
 * Returns the filters of docs/studies.md#study-lists as conditions over `s`; absent or blank fields do not filter.
 */
export function filterConditions(
  eb: FilterBuilder,
  input: StudyFilterInput,
  context: FilterContext,
): Expression<SqlBool>[] {
  return [
    eb('s.hidden', 'is', null),
    ...exactConditions(eb, input, context),
    ...dayConditions(eb, input, context),
    ...(input.due ? [isDue(eb, input.due, context.now)] : []),
    ...doctorConditions(eb, input),
    ...reportConditions(eb, input),
    ...textConditions(eb, input),
  ]
}

function exactConditions(
  eb: FilterBuilder,
  input: StudyFilterInput,
  context: FilterContext,
): Expression<SqlBool>[] {
  const branchId = input.branch_id ?? input.branch
  return [
    ...(branchId ? [eb('s.branch_id', '=', branchId)] : []),
    ...(context.modalityValues ? [equalsAny(eb.ref('s.modality'), context.modalityValues)] : []),
    ...(input.department_id ? [isOfDepartment(input.department_id)] : []),
    ...(input.status ? [eb('s.status', '=', input.status)] : []),
    ...(input.link ? [eb('s.visit_service_id', input.link === 'Unmatched' ? 'is' : 'is not', null)] : []),
    ...(input.tag_ids ? [equalsAny(eb.ref('s.tag_id'), input.tag_ids.split(','))] : []),
    ...(input.tag_ids_critical
      ? [equalsAny(eb.ref('s.tag_critical_id'), input.tag_ids_critical.split(','))]
      : []),
  ]
}

const isOfDepartment = (id: string) => sql<SqlBool>`exists (select from visit_service vs
  where vs.client_id = s.client_id and vs.id = s.visit_service_id and vs.department_id = ${id})`

// The range ends at the start of the next day, so it includes the whole of `to_date`.
function dayConditions(
  eb: FilterBuilder,
  input: StudyFilterInput,
  { timeZone }: FilterContext,
): Expression<SqlBool>[] {
  const { from_date: from, to_date: to, date_col: basis = DEFAULT_DATE_BASIS } = input
  if (!from && !to) return []
  return [
    ...(from ? [eb(`s.${basis}`, '>=', startOfDay(from, timeZone))] : []),
    ...(to ? [eb(`s.${basis}`, '<', startOfDay(addDays(to, 1), timeZone))] : []),
    // A study that was set back to Pending may still have the time of its former signature.
    ...(basis === 'signed_on' ? [isReported(eb)] : []),
  ]
}

/** Matches studies with a signed report. */
export const isReported = (eb: FilterBuilder): Expression<SqlBool> =>
  eb('s.status', 'in', ['Signed', 'Verified'])

// A minute counts once it is full, as in tatAt of domain/time/tat.ts.
const isOver = (times: 1 | 2, now: Date) =>
  sql<SqlBool>`s.received_datetime + (s.tat * ${sql.lit(times)} + 1) * interval '1 minute' <= ${now}`

const HAS_TARGET = sql<SqlBool>`s.tat > 0`

/** The groups of domain/study/lists/due.ts as conditions over unsigned studies `s`. */
export const DUE_CONDITIONS: Record<DueFilter, (now: Date) => readonly Expression<SqlBool>[]> = {
  Overdue: (now) => [HAS_TARGET, isOver(1, now)],
  InTarget: (now) => [HAS_TARGET, sql<SqlBool>`not ${isOver(1, now)}`],
  UpToTwice: (now) => [HAS_TARGET, isOver(1, now), sql<SqlBool>`not ${isOver(2, now)}`],
  OverTwice: (now) => [HAS_TARGET, isOver(2, now)],
  NoTarget: () => [sql<SqlBool>`s.tat <= 0`],
}

/** Matches studies without a signature. */
export const isPending = (eb: FilterBuilder): Expression<SqlBool> =>
  eb('s.status', 'in', ['Pending', 'Draft', 'ReadyForSign'])

const isDue = (eb: FilterBuilder, due: DueFilter, now: Date): Expression<SqlBool> =>
  eb.and([isPending(eb), ...DUE_CONDITIONS[due](now)])

function reportConditions(eb: FilterBuilder, { report_by_ids: list }: StudyFilterInput) {
  if (!list) return []
  return [isReported(eb), equalsAny(eb.ref('s.signed_by_doctor_id'), list.split(','))]
}

function doctorConditions(eb: FilterBuilder, input: StudyFilterInput): Expression<SqlBool>[] {
  const { assigned_type: type, assigned_doctor_id: id } = input
  if (type === 'Unassigned')
    return [eb('s.assigned_doctor_id', 'is', null), eb('s.signed_by_doctor_id', 'is', null)]
  if (!id) return []
  const assigned = eb('s.assigned_doctor_id', '=', id)
  const signing = eb('s.signed_by_doctor_id', '=', id)
  return [type === 'Assigned' ? assigned : type === 'Signing' ? signing : eb.or([assigned, signing])]
}

function textConditions(eb: FilterBuilder, input: StudyFilterInput): Expression<SqlBool>[] {
  const named = TEXT_FILTERS.flatMap((name) => {
    return searchWords(input[name]).map((word) => eb(`s.${name}`, 'ilike', containing(word)))
  })
  const keywords = searchWords(input.k).map((word) =>
    eb.or(KEYWORD_COLUMNS.map((column) => eb(`s.${column}`, 'ilike', containing(word)))),
  )
  return [...named, ...keywords]
}

const trimmed = (value: string | undefined) => value?.trim() ?? ''
