import { StudyListInput } from '#contract/calls/studies.ts'
import { daysOfQuickRange, isQuickRange, type QuickRange } from '#domain/time/quick-ranges.ts'
import type { DayText } from '#domain/time/zones.ts'

/** The fields that a person filters by, named as on the wire and in the address of the page. */
export const FILTER_KEYS = [
  'k',
  'status',
  'branch_id',
  'modality',
  'tag_ids',
  'tag_ids_critical',
  'assigned_type',
  'assigned_doctor_id',
  'pat_id',
  'pat_name',
  'accession_no',
  'ref_physician',
  'from_date',
  'to_date',
] as const satisfies readonly (keyof StudyListInput)[]
export type FilterKey = (typeof FILTER_KEYS)[number]

/** Filters that people type: names and numbers of patients, which no address may hold. */
export const TYPED_KEYS = [
  'k',
  'pat_id',
  'pat_name',
  'accession_no',
  'ref_physician',
] as const satisfies readonly FilterKey[]
export type FilterFields = Partial<Pick<StudyListInput, FilterKey>>

/** Filters that stand in the row above the list where it has room, in this order; else in the popover. */
export const ROW_KEYS = ['status', 'branch_id', 'modality'] as const satisfies readonly FilterKey[]
export type RowKey = (typeof ROW_KEYS)[number]

/** What the page's address says of the list. */
export interface ListFilter {
  /** Absent while the days are given by from_date and to_date. */
  range: QuickRange | undefined
  page: number
  fields: FilterFields
}

/**
 * Reads the filter from the query of the address. What does not fit the contract is left out and not sent, so that
 * an old or mistyped link still opens the list. Without any days in it `defaultRange` holds.
 */
export function readFilter(params: URLSearchParams, defaultRange: QuickRange): ListFilter {
  const fields = readFields(params)
  const range = params.get('range') ?? ''
  const hasDays = fields.from_date !== undefined || fields.to_date !== undefined
  return {
    range: hasDays ? undefined : isQuickRange(range) ? range : defaultRange,
    page: StudyListInput.safeParse({ p: params.get('p') ?? 1 }).data?.p ?? 1,
    fields,
  }
}

function readFields(params: URLSearchParams): FilterFields {
  const given = FILTER_KEYS.flatMap((key) => {
    const value = params.get(key)?.trim()
    return value && StudyListInput.safeParse({ [key]: value }).success ? [[key, value] as const] : []
  })
  return Object.fromEntries(given)
}

/** A change of the filter; a field given as undefined or empty is removed. Every change but of the page starts at page 1. */
export type FilterChange = { range?: QuickRange; page?: number } & Partial<
  Record<FilterKey, string | undefined>
>

/** The query of the address after `change`. Query fields that are not the filter's stay. */
export function changeFilter(
  params: URLSearchParams,
  change: FilterChange,
  defaultRange: QuickRange,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (key: string, value: string | undefined) => (value ? next.set(key, value) : next.delete(key))
  const { range, page, ...fields } = change
  for (const key of FILTER_KEYS) if (key in fields) set(key, fields[key])
  if (fields.from_date || fields.to_date) next.delete('range')
  if (range !== undefined) {
    set('range', range === defaultRange ? undefined : range)
    next.delete('from_date')
    next.delete('to_date')
  }
  set('p', page === undefined || page === 1 ? undefined : String(page))
  return next
}

/** The query without any filter. */
export function clearFilter(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const key of [...FILTER_KEYS, 'range', 'p']) next.delete(key)
  return next
}

/** The fields that a person has set, in their order. */
export function activeKeys(fields: FilterFields): FilterKey[] {
  return FILTER_KEYS.filter(
    (key) => fields[key] !== undefined && !(key === 'assigned_type' && fields[key] === 'Any'),
  )
}

/** The call's input for a filter on the day `today`. */
export function listInputOf(
  { range, page, fields }: ListFilter,
  place: { flag: StudyListInput['flag']; pageSize: number; today: DayText },
): StudyListInput {
  const days = range === undefined ? {} : daysOfQuickRange(range, place.today)
  return {
    assigned_type: 'Any',
    ...(days.from && { from_date: days.from }),
    ...(days.to && { to_date: days.to }),
    ...fields,
    flag: place.flag,
    p: page,
    ps: place.pageSize,
  }
}
