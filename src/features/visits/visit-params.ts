import { VisitFilterFields } from '#contract/calls/visit-list.ts'
import { rangeProblem, SALES_ORDERS, type SalesOrder } from '#domain/money/sales/sales-filters.ts'
import { daysOfQuickRange, findQuickRange, type QuickRange } from '#domain/time/quick-ranges.ts'
import { type DayText, findDay } from '#domain/time/zones.ts'
import type { ListFilter } from '#src/sync/visits/pick-visits.ts'

/** The filter fields of the list besides branch and days, in the order of the pills; named as on the wire. */
export const FILTER_KEYS = [
  'k',
  'is_radiology',
  'department_id',
  'status',
  'payment_status',
  'ref_scheme',
  'ref_hospital_id',
  'ref_dr_id',
  'created_by',
  'includeFutureReceipt',
  'is_started',
  'patient_visit',
  'gender',
] as const satisfies readonly (keyof typeof VisitFilterFields & keyof ListFilter)[]
export type FilterKey = (typeof FILTER_KEYS)[number]
export type FilterFields = Partial<Record<FilterKey, string>>

/** Typed text may name a patient, so it must not appear in an address. */
export const TYPED_KEYS = ['k'] as const satisfies readonly FilterKey[]

/** The address's value for all branches of the reader. */
export const ALL_BRANCHES = 'All'

/** The quick ranges of the list; the list always has a first and a last day. */
export const VISIT_RANGES = ['Today', 'Yesterday', 'Week', 'Month', 'Year'] as const satisfies QuickRange[]

/** A range of days, both included. */
export interface Days {
  from: DayText
  to: DayText
}

/** The state of the list, as kept in the address. */
export interface VisitParams {
  /** Undefined if the address names none: then the last chosen branch applies. */
  branch: string | undefined
  days: Days
  order: SalesOrder
  page: number
  fields: FilterFields
}

/**
 * A change of the address; removes a field that is undefined or empty. Any change except of the page returns
 * to page 1.
 */
export type ParamsChange = Partial<Record<FilterKey, string | undefined>> & {
  branch?: string
  days?: Days
  order?: SalesOrder
  page?: number
}

/** Reads the list's query. Ignores invalid values, so that an old link still opens the list. */
export function readParams(params: URLSearchParams, today: DayText): VisitParams {
  const page = Number(params.get('p') ?? 1)
  return {
    branch: params.get('branch_id') ?? undefined,
    days: readDays(params, today),
    order: SALES_ORDERS.find((order) => order === params.get('order_by')) ?? 'date_desc',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    fields: readFields(params),
  }
}

function readDays(params: URLSearchParams, today: DayText): Days {
  const range = VISIT_RANGES.find((one) => one === params.get('range')) ?? 'Today'
  const { from = today, to = today } = daysOfQuickRange(range, today)
  const days = { from: params.get('from_date') ?? from, to: params.get('to_date') ?? to }
  const isRight = findDay(days.from) && findDay(days.to) && !rangeProblem(days.from, days.to)
  return isRight ? days : { from: today, to: today }
}

function readFields(params: URLSearchParams): FilterFields {
  return Object.fromEntries(
    FILTER_KEYS.flatMap((key) => {
      const value = params.get(key)?.trim()
      return value && VisitFilterFields[key].safeParse(value).success ? [[key, value]] : []
    }),
  )
}

/**
 * Returns the query after `change`. Writes days that match a quick range as that range, so that a saved link
 * moves with time.
 */
export function changeParams(params: URLSearchParams, change: ParamsChange, today: DayText): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (key: string, value: string | undefined) => (value ? next.set(key, value) : next.delete(key))
  const { branch, days, order, page, ...fields } = change
  for (const key of FILTER_KEYS) if (key in fields) set(key, fields[key])
  if (branch !== undefined) set('branch_id', branch)
  if (order !== undefined) set('order_by', order === 'date_desc' ? undefined : order)
  if (days) {
    const range = findQuickRange(days, today)
    const isNamed = range !== undefined && range !== 'Any'
    set('range', isNamed && range !== 'Today' ? range : undefined)
    set('from_date', isNamed ? undefined : days.from)
    set('to_date', isNamed ? undefined : days.to)
  }
  set('p', page === undefined || page === 1 ? undefined : String(page))
  return next
}

/** Returns the fields that are set, in the order of the pills. */
export const activeKeys = (fields: FilterFields): FilterKey[] =>
  FILTER_KEYS.filter((key) => fields[key] !== undefined)

/** Returns the fields in the form that the call and the device's rules take. */
export function filterOf({ status, ...fields }: FilterFields): ListFilter {
  return { ...fields, ...(status === undefined ? {} : { status: Number(status) }) } as ListFilter
}
