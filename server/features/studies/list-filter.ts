import type { Selectable } from 'kysely'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { StudyListInput } from '#contract/calls/studies.ts'
import { addDays, startOfDay } from '#domain/time/zones.ts'
import type { Study } from '#server/kernel/database/schema.ts'

type Row = Selectable<Study>
type FilterBuilder = ExpressionBuilder<{ s: Row }, 's'>

/** Fields of the filter that are looked for inside a text column of the study. */
const TEXT_FILTERS = ['pat_id', 'pat_name', 'accession_no', 'ref_physician'] as const
/** Columns that the free keyword is looked for in. */
const KEYWORD_COLUMNS = ['pat_name', 'pat_id', 'accession_no', 'study_desc'] as const

/** True where the list must read the view that the trigram index serves (migration 0005). */
export function searchesText(input: StudyListInput): boolean {
  return [input.k, ...TEXT_FILTERS.map((name) => input[name])].some((value) => trimmed(value) !== '')
}

/** The filters of spec 3 section 2.1 as conditions over `s`; what is absent or blank does not filter. */
export function filterConditions(
  eb: FilterBuilder,
  input: StudyListInput,
  timeZone: string,
): Expression<SqlBool>[] {
  return [
    eb('s.hidden', 'is', null),
    ...placeConditions(eb, input),
    ...dayConditions(eb, input, timeZone),
    ...doctorConditions(eb, input),
    ...textConditions(eb, input),
  ]
}

function placeConditions(eb: FilterBuilder, input: StudyListInput): Expression<SqlBool>[] {
  const branchId = input.branch_id ?? input.branch
  const modality = trimmed(input.modality)
  return [
    ...(branchId ? [eb('s.branch_id', '=', branchId)] : []),
    // The modality list of the product begins with ALL (spec 1 section 9).
    ...(modality && modality !== 'ALL' ? [eb('s.modality', '=', modality)] : []),
    ...(input.status ? [eb('s.status', '=', input.status)] : []),
    ...(input.tag_ids ? [eb('s.tag_id', '=', anyOf(input.tag_ids))] : []),
    ...(input.tag_ids_critical ? [eb('s.tag_critical_id', '=', anyOf(input.tag_ids_critical))] : []),
  ]
}

// Up to the start of the next day, which is the last millisecond of `to_date` and all of it (DECISIONS "Wire").
function dayConditions(eb: FilterBuilder, input: StudyListInput, timeZone: string): Expression<SqlBool>[] {
  const { from_date: from, to_date: to } = input
  return [
    ...(from ? [eb('s.received_datetime', '>=', startOfDay(from, timeZone))] : []),
    ...(to ? [eb('s.received_datetime', '<', startOfDay(addDays(to, 1), timeZone))] : []),
  ]
}

function doctorConditions(eb: FilterBuilder, input: StudyListInput): Expression<SqlBool>[] {
  const { assigned_type: type, assigned_doctor_id: id } = input
  if (type === 'Unassigned')
    return [eb('s.assigned_doctor_id', 'is', null), eb('s.signed_by_doctor_id', 'is', null)]
  if (!id) return []
  const assigned = eb('s.assigned_doctor_id', '=', id)
  const signing = eb('s.signed_by_doctor_id', '=', id)
  return [type === 'Assigned' ? assigned : type === 'Signing' ? signing : eb.or([assigned, signing])]
}

function textConditions(eb: FilterBuilder, input: StudyListInput): Expression<SqlBool>[] {
  const named = TEXT_FILTERS.flatMap((name) => {
    const value = trimmed(input[name])
    return value ? [eb(`s.${name}`, 'ilike', containing(value))] : []
  })
  const keyword = trimmed(input.k)
  if (!keyword) return named
  return [...named, eb.or(KEYWORD_COLUMNS.map((column) => eb(`s.${column}`, 'ilike', containing(keyword))))]
}

const anyOf = (ids: string) => sql<string>`any(${ids.split(',')}::uuid[])`

const trimmed = (value: string | undefined) => value?.trim() ?? ''

/** A pattern that finds the text as it was typed: its own %, _ and \ are signs and not wildcards. */
function containing(value: string): string {
  return `%${value.replace(/[\\%_]/g, '\\$&')}%`
}
