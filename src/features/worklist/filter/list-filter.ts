import type { SavedFilterBody } from '#contract/calls/saved-filters.ts'
import { type StudyListFlag, StudyListInput } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { fieldsOnDay } from '#domain/study/lists/saved-filter.ts'
import { STUDY_SORTS, type StudySort } from '#domain/study/lists/sort-studies.ts'
import { isQuickRange, type QuickRange } from '#domain/time/quick-ranges.ts'
import type { DayText } from '#domain/time/zones.ts'

/** The filter fields, named as on the wire and in the page's address. */
export const FILTER_KEYS = [
  'k',
  'status',
  'link',
  'branch_id',
  'modality',
  'department_id',
  'tag_ids',
  'tag_ids_critical',
  'assigned_type',
  'assigned_doctor_id',
  'report_by_ids',
  'due',
  'pat_id',
  'pat_name',
  'accession_no',
  'ref_physician',
  'from_date',
  'to_date',
  'date_col',
] as const satisfies readonly (keyof StudyListInput)[]
export type FilterKey = (typeof FILTER_KEYS)[number]

/** Typed filters: they contain names and numbers of patients, so they must not appear in an address. */
export const TYPED_KEYS = [
  'k',
  'pat_id',
  'pat_name',
  'accession_no',
  'ref_physician',
] as const satisfies readonly FilterKey[]
export type FilterFields = Partial<Pick<StudyListInput, FilterKey>>

/** The filters that are in the row above the list if they fit, in this order; else in the popover. */
export const ROW_KEYS = ['status', 'branch_id', 'modality'] as const satisfies readonly FilterKey[]
export type RowKey = (typeof ROW_KEYS)[number]

/** The state of the list, as kept in the page's address. */
export interface ListFilter {
  /** Absent if the days are given by from_date and to_date. */
  range: QuickRange | undefined
  sort: StudySort
  page: number
  fields: FilterFields
}

/** The order of a list whose query names none, and of most lists until their person chooses another one. */
export const DEFAULT_SORT: StudySort = 'received'

/**
 * Returns the orders that a list offers: the reading order only to persons who sign reports, in lists from
 * which studies are read.
 */
export function sortsFor(flag: StudyListFlag, session: SessionFields): readonly StudySort[] {
  const reads = flag !== 'portal' && session.is_doctor === 1 && session.can_sign === 1
  return reads ? STUDY_SORTS : STUDY_SORTS.filter((sort) => sort !== 'reading')
}

/** Returns the order of a list until its person chooses another one: the reading order for the reading list. */
export const firstSort = (flag: StudyListFlag, sorts: readonly StudySort[]): StudySort =>
  flag === 'worklist' && sorts.includes('reading') ? 'reading' : DEFAULT_SORT

/**
 * Reads the filter from the address's query. Ignores values that do not match the contract, so that an old or
 * mistyped link still opens the list. Without days in it, `defaultRange` applies; without an order,
 * `keptSort`.
 */
export function readFilter(
  params: URLSearchParams,
  defaultRange: QuickRange,
  keptSort = DEFAULT_SORT,
  sorts: readonly StudySort[] = STUDY_SORTS,
): ListFilter {
  const fields = readFields(params)
  const range = params.get('range') ?? ''
  const hasDays = fields.from_date !== undefined || fields.to_date !== undefined
  return {
    range: hasDays ? undefined : isQuickRange(range) ? range : defaultRange,
    sort: sorts.find((sort) => sort === params.get('sort')) ?? keptSort,
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

/**
 * A change of the filter; removes a field that is undefined or empty. Any change except of the page returns
 * to page 1.
 */
export type FilterChange = { range?: QuickRange; sort?: StudySort; page?: number } & Partial<
  Record<FilterKey, string | undefined>
>

/** Returns the address's query after `change`. Keeps other fields of the query. */
export function changeFilter(
  params: URLSearchParams,
  change: FilterChange,
  defaultRange: QuickRange,
  keptSort = DEFAULT_SORT,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (key: string, value: string | undefined) => (value ? next.set(key, value) : next.delete(key))
  const { range, sort, page, ...fields } = change
  for (const key of FILTER_KEYS) if (key in fields) set(key, fields[key])
  if (fields.from_date || fields.to_date) next.delete('range')
  if (range !== undefined) {
    set('range', range === defaultRange ? undefined : range)
    next.delete('from_date')
    next.delete('to_date')
  }
  if (sort !== undefined) set('sort', sort === keptSort ? undefined : sort)
  set('p', page === undefined || page === 1 ? undefined : String(page))
  return next
}

/** Returns the saved part of the filter: the days by their quick range, and the order. */
export function savedBodyOf({ range, sort, fields }: ListFilter): SavedFilterBody {
  const { assigned_type, ...others } = fields
  return {
    ...(range === undefined ? {} : { range }),
    ...(sort === DEFAULT_SORT ? {} : { sort }),
    ...others,
    assigned_type: assigned_type ?? 'Any',
  }
}

/** Returns the change that sets the list to exactly a saved filter. */
export function changeToSaved(saved: SavedFilterBody): FilterChange {
  const { range, sort, ...fields } = withRange(saved)
  const asked: Partial<Record<FilterKey, string | undefined>> = fields
  const all = FILTER_KEYS.map((key) => [key, asked[key]] as const)
  const type = fields.assigned_type === 'Any' ? undefined : fields.assigned_type
  return {
    ...Object.fromEntries(all),
    assigned_type: type,
    sort: sort ?? DEFAULT_SORT,
    ...(range === undefined ? {} : { range }),
  }
}

/** Returns true if the list shows exactly the saved filter. */
export function isSameFilter(filter: ListFilter, saved: SavedFilterBody): boolean {
  const own = savedBodyOf(filter)
  const kept = withRange(saved)
  const keys = new Set([...Object.keys(own), ...Object.keys(kept)]) as Set<keyof SavedFilterBody>
  return [...keys].every((key) => (own[key] ?? '') === (kept[key] ?? ''))
}

/** Adds the range: a saved filter without days means any date, whatever the list's default. */
const withRange = (saved: SavedFilterBody): SavedFilterBody =>
  saved.range || saved.from_date || saved.to_date ? saved : { ...saved, range: 'Any' }

/** Returns the query without any filter. */
export function clearFilter(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const key of [...FILTER_KEYS, 'range', 'p']) next.delete(key)
  return next
}

/** Returns the fields that a person has set, in order. */
export function activeKeys(fields: FilterFields): FilterKey[] {
  return FILTER_KEYS.filter(
    (key) => fields[key] !== undefined && !(key === 'assigned_type' && fields[key] === 'Any'),
  )
}

/** Returns the call's input for a filter on the day `today`. */
export function listInputOf(
  { range, sort, page, fields }: ListFilter,
  place: { flag: StudyListInput['flag']; pageSize: number; today: DayText },
): StudyListInput {
  return {
    assigned_type: 'Any',
    ...fieldsOnDay({ range, ...fields }, place.today),
    ...(sort === DEFAULT_SORT ? {} : { sort }),
    flag: place.flag,
    p: page,
    ps: place.pageSize,
  }
}
