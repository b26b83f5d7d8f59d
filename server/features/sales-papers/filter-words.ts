import type { InvoiceFilter, ReceiptFilter, ServiceFilter } from '#contract/calls/sales.ts'
import type { VisitFilter } from '#contract/calls/visit-list.ts'
import { PAYMENT_STATUS_TABLE } from '#domain/status/payment-status.ts'
import { VISIT_STATUS_TABLE, type VisitStatus } from '#domain/status/visit-status.ts'
import { SALES_PAPER_WORDS as WORDS } from './words.ts'

/** Every filter of every tab; what a section does not have is absent. */
export type PaperFilter = Partial<
  Omit<VisitFilter & ServiceFilter & InvoiceFilter & ReceiptFilter, 'branch_id' | 'from_date' | 'to_date'>
>

/** Names of what filters point to by id. */
export type FilterNames = ReadonlyMap<string, string>

const NONE = '0'

/** What a filter's value says; an absent or usual value says nothing. */
const SAID: {
  [Key in keyof PaperFilter]-?: (value: NonNullable<PaperFilter[Key]>, names: FilterNames) => string
} = {
  is_radiology: (value) => `Type ${value === '1' ? 'Radiology' : 'Clinical'}`,
  department_id: (id, names) => `Department ${nameOf(id, names)}`,
  status: (status) => `Visit status ${VISIT_STATUS_TABLE[status as VisitStatus].label}`,
  payment_status: (status) => `Payment status ${PAYMENT_STATUS_TABLE[status].label}`,
  ref_scheme: (scheme) => (scheme === 'All' ? '' : `Ref. scheme ${scheme}`),
  ref_hospital_id: (id, names) => `Ref. hospital ${nameOf(id, names)}`,
  ref_dr_id: (id, names) => `Ref. doctor ${nameOf(id, names)}`,
  // What was typed may be a patient's name: the paper says that there was a search, the file's name and title do not.
  k: (words) => (words.trim() === '' ? '' : `Search “${words.trim()}”`),
  created_by: (id, names) => `User ${nameOf(id, names)}`,
  includeFutureReceipt: (value) => (value === 'Y' ? 'Future receipts included' : ''),
  is_started: (value) => (value === 'Y' ? 'Started visits' : 'Visits not started'),
  patient_visit: (value) => `${value} patients`,
  gender: (gender) => gender,
  service_ids: (ids, names) =>
    ids === ''
      ? ''
      : `Services ${ids
          .split(',')
          .map((id) => nameOf(id, names))
          .join(', ')}`,
  is_discount: (value) => (value === 'Y' ? 'With discount' : 'Without discount'),
  machine_id: (id, names) => `Machine ${nameOf(id, names)}`,
  cases: (value) => `Cases ${value}`,
  combine_lab: (value) => (value === 'Y' ? 'Laboratory tests of a visit combined' : ''),
  kind: (value) => (value === 'Receipt' ? '' : `Kind ${value}`),
  mode: (mode) => `Mode ${mode.replaceAll('_', ' ')}`,
  prev_pending_flag: (flag) => (flag === 'OnlyPrevious' ? 'Prev. pending only' : ''),
  visit_place: () => '',
  visit_from_date: (day) => `Visits from ${day}`,
  visit_to_date: (day) => `Visits to ${day}`,
  for_cancelled: (value) => (value === 'Y' ? 'For cancelled invoices' : 'Without cancelled invoices'),
  note: (note) => note.replaceAll('_', ' '),
}

/** A section's filters in words, apart by a dot; that there are none is said too. */
export function filterWords(filter: PaperFilter, names: FilterNames): string {
  const said = Object.entries(filter).map(([key, value]) => {
    // The entry of a filter's own name takes its value; the compiler does not follow the link between the two.
    const say = SAID[key as keyof PaperFilter] as ((value: unknown, names: FilterNames) => string) | undefined
    return value === undefined || say === undefined ? '' : say(value, names)
  })
  const words = said.filter((text) => text !== '')
  return words.length === 0
    ? `${WORDS.facts.filters}: ${WORDS.noFilter}`
    : `${WORDS.facts.filters}: ${words.join(' · ')}`
}

/** The ids that a filter names. */
export function idsOf(filter: PaperFilter): string[] {
  const { department_id, ref_hospital_id, ref_dr_id, created_by, machine_id, service_ids = '' } = filter
  return [
    department_id,
    ref_hospital_id,
    ref_dr_id,
    created_by,
    machine_id,
    ...service_ids.split(','),
  ].filter((id) => id !== undefined && id !== NONE && id !== '') as string[]
}

const nameOf = (id: string, names: FilterNames) => (id === NONE ? WORDS.none : (names.get(id) ?? id))
