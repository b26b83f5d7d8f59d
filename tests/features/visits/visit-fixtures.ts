import { vi } from 'vitest'
import type { VisitList, VisitListQuestion } from '#src/sync/visits/use-visit-list.ts'
import { listedVisitOf } from '#tests/helpers/device/visit-row.ts'

export const ANDHERI = '01970000-0000-7000-8000-00000000000a'
const KOTHRUD = '01970000-0000-7000-8000-00000000000b'
export const MRI = '01970000-0000-7000-8000-0000000000d1'
export const NANAVATI = '01970000-0000-7000-8000-0000000000e1'

export const BRANCHES = [
  { id: ANDHERI, name: 'Andheri', time_zone: 'Asia/Kolkata' },
  { id: KOTHRUD, name: 'Kothrud', time_zone: 'Asia/Kolkata' },
]
export const DEPARTMENTS = [
  { id: MRI, name: 'MRI', isradiology: 1 },
  { id: '01970000-0000-7000-8000-0000000000d2', name: 'Cardiology', isradiology: 0 },
]
export const PEOPLE = [
  { id: NANAVATI, name: 'Nanavati', is_ref_doctor: 1, status: 1, ref_doctor_type: 'Hospital' },
]

const ROWS = [
  {
    ...listedVisitOf({
      id: '1',
      branch_id: ANDHERI,
      paid: 200,
      balance: 300,
      payment_status: 'Partial_Paid',
    }),
    isWaiting: false,
  },
  {
    ...listedVisitOf({
      id: '2',
      branch_id: ANDHERI,
      name: 'Ramesh Patil',
      status: 12,
      charges: 0,
      net_charges: 0,
      balance: 0,
    }),
    isWaiting: false,
  },
  { ...listedVisitOf({ id: '3', branch_id: ANDHERI, name: 'Divya Naik' }), isWaiting: true },
]
const SUMS = {
  visits: 40,
  charges: 121_500,
  discount: 1000,
  net_charges: 120_500,
  paid: 90_000,
  balance: 30_500,
}

/** Builds a list of three visits of 41 as the server returns it; `part` overrides fields. */
export const visitList = (part: Partial<VisitList>): VisitList => ({
  rows: ROWS,
  page: { start: 0, total: 3, total_records: 41, cur_page: 1 },
  totals: { sums: SUMS, visits: 40, cancelled: 1 },
  notOnServer: 1,
  from: 'server',
  asAt: '2026-11-23T06:00:00.000Z',
  coveredFrom: undefined,
  isOutOfReach: false,
  isLoading: false,
  error: undefined,
  refresh: vi.fn(),
  ...part,
})

const sums = (visits: number, net: number) => ({
  visits,
  charges: net,
  discount: 0,
  hidden_discount: null,
  net_charges: net,
  paid: 0,
  balance: 0,
})

export const departmentSummary = {
  result: {
    departments: [{ department_id: MRI, department: 'MRI', ...sums(30, 0), charges: 120_000 }],
    total: sums(30, 120_500),
  },
  as_at: { pos: 1, at: '2026-11-23T06:00:00.000Z' },
  scope: { self_created: 0, invoices: 'All' },
}

/** Records the calls to the omitted parts of the screen, with their results. */
export const seams = {
  list: visitList({}),
  asked: [] as VisitListQuestion[],
  summed: [] as object[],
  isOnline: true,
}

/** Results of calls by their key. */
export const kept: Record<string, unknown> = {}
