import { StudyListInput } from '#contract/calls/studies.ts'
import { EntityId, IdList } from '#contract/kernel/fields.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import { type DateBasis, DEFAULT_DATE_BASIS, isDateBasis } from '#domain/study/lists/date-basis.ts'
import { type DayRange, daysOfQuickRange, isQuickRange, type QuickRange } from '#domain/time/quick-ranges.ts'
import { type DayText, findDay } from '#domain/time/zones.ts'

/** The fields of the dashboard's address. */
export const DASHBOARD_KEYS = [
  'branch_id',
  'date_col',
  'range',
  'from_date',
  'to_date',
  'status',
  'doctors',
  'p',
  'ps',
  'months_branch',
  'months_as',
] as const
export type DashboardKey = (typeof DASHBOARD_KEYS)[number]

/** The filter of the dashboard, as read from its address. */
export interface DashboardFilter {
  branchId: string | undefined
  basis: DateBasis
  /** Undefined if the days are set explicitly. */
  range: QuickRange | undefined
  days: DayRange
  /** Filters only the table. */
  status: ReportStatus | undefined
  doctorIds: readonly string[]
  page: number
  pageSize: number
}

const DEFAULT_RANGE: QuickRange = 'Today'
const PAGE_SIZE = 10

/** Reads the filter from an address; ignores invalid values, so that an old link still opens. */
export function readDashboardFilter(params: URLSearchParams, today: DayText): DashboardFilter {
  const text = (key: DashboardKey) => params.get(key)?.trim() ?? ''
  const from = dayIn(text('from_date'))
  const to = dayIn(text('to_date'))
  const isTyped = from !== undefined || to !== undefined
  const asked = text('range')
  const range = isTyped ? undefined : isQuickRange(asked) ? asked : DEFAULT_RANGE
  const basis = text('date_col')
  const doctors = IdList.safeParse(text('doctors')).data ?? ''
  const page = { p: text('p') || 1, ps: text('ps') || PAGE_SIZE }
  const { p = 1, ps = PAGE_SIZE } = StudyListInput.safeParse(page).data ?? {}
  return {
    branchId: EntityId.safeParse(text('branch_id')).data,
    basis: isDateBasis(basis) ? basis : DEFAULT_DATE_BASIS,
    range,
    days: range === undefined ? daysFrom(from, to) : daysOfQuickRange(range, today),
    status: StudyListInput.safeParse({ status: text('status') }).data?.status,
    doctorIds: doctors.split(',').filter(Boolean),
    page: p,
    pageSize: ps,
  }
}

const dayIn = (text: string): DayText | undefined => (findDay(text) ? text : undefined)

const daysFrom = (from: DayText | undefined, to: DayText | undefined): DayRange => ({
  ...(from && { from }),
  ...(to && { to }),
})

/** Returns the address fields of chosen days; a quick range is stored by name, so that "Today" stays today. */
export const changeOfRange = (range: QuickRange) =>
  ({ range: range === DEFAULT_RANGE ? undefined : range, from_date: undefined, to_date: undefined }) as const

export const changeOfDays = ({ from, to }: DayRange) =>
  from === undefined && to === undefined
    ? changeOfRange('Any')
    : ({ range: undefined, from_date: from, to_date: to } as const)

/** Returns the input of the calls for the sums. */
export const figuresInput = ({ branchId, basis, days }: DashboardFilter) => ({
  ...(branchId && { branch_id: branchId }),
  ...(days.from && { from_date: days.from }),
  ...(days.to && { to_date: days.to }),
  date_col: basis,
})

/** Returns the input for the table and its file: the studies of the sums, for the chosen doctors. */
export function tableInput(filter: DashboardFilter): StudyListInput {
  const { doctorIds, status, page, pageSize } = filter
  return {
    assigned_type: 'Any',
    ...figuresInput(filter),
    ...(status && { status }),
    ...(doctorIds.length > 0 && { report_by_ids: doctorIds.join(',') }),
    flag: 'dashboard',
    p: page,
    ps: pageSize,
  }
}
