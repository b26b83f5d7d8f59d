import type { InvoiceFilter, ReceiptFilter, ServiceFilter } from '#contract/calls/sales.ts'
import type { VisitFilter } from '#contract/calls/visit-list.ts'
import { PAYMENT_STATUS_TABLE } from '#domain/status/payment-status.ts'
import { VISIT_STATUS_TABLE, type VisitStatus } from '#domain/status/visit-status.ts'
import { SALES_PAPER_WORDS as WORDS } from './words.ts'

/** Every filter of every tab; those that a section does not have are absent. */
export type PaperFilter = Partial<
  Omit<VisitFilter & ServiceFilter & InvoiceFilter & ReceiptFilter, 'branch_id' | 'from_date' | 'to_date'>
>

/** The names for ids in filters. */
export type FilterNames = ReadonlyMap<string, string>

const NONE = '0'

/** Returns the text of a filter's value; empty for an absent or default value. */
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
  // The search text may be a patient's name, so it is on the paper, but not in the file's name and title.
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

/** Returns a section's filters as text, separated by a dot; also if there are none. */
export function filterWords(filter: PaperFilter, names: FilterNames): string {
  const said = Object.entries(filter).map(([key, value]) => {
    // The entry of a filter's name takes that filter's value; the compiler cannot follow this link.
    const say = SAID[key as keyof PaperFilter] as ((value: unknown, names: FilterNames) => string) | undefined
    return value === undefined || say === undefined ? '' : say(value, names)
  })
  const words = said.filter((text) => text !== '')
  return words.length === 0
    ? `${WORDS.facts.filters}: ${WORDS.noFilter}`
    : `${WORDS.facts.filters}: ${words.join(' · ')}`
}

/** Returns the ids in a filter. */
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
