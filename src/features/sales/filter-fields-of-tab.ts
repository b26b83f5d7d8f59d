import { PAYMENT_MODE_LABELS } from '#domain/money/payment-modes.ts'
import { REF_SCHEME_FILTERS } from '#domain/money/sales/sales-filters.ts'
import { PAYMENT_STATUS_TABLE, PAYMENT_STATUSES } from '#domain/status/payment-status.ts'
import { choicesOf, type FilterField } from '#src/parts/sales/FilterFields.tsx'
import {
  useCreators,
  useDepartments,
  useMachines,
  useReferrers,
  useServices,
} from '#src/parts/sales/use-choices.ts'
import { SALES_WORDS } from './words.ts'

const { filters: LABELS, choices: CHOICES } = SALES_WORDS
const YES_NO = choicesOf({ Y: SALES_WORDS.yes, N: SALES_WORDS.no })
const STATUSES = PAYMENT_STATUSES.map((status) => ({
  value: status,
  label: PAYMENT_STATUS_TABLE[status].label,
}))
const SCHEMES = REF_SCHEME_FILTERS.map((scheme) => ({ value: scheme, label: scheme }))

const select = (name: keyof typeof LABELS, choices: FilterField['choices']): FilterField => ({
  name,
  label: LABELS[name],
  kind: 'select',
  choices: choices ?? [],
})
const future = (usual: 'Y' | 'N'): FilterField => ({
  name: 'includeFutureReceipt',
  label: LABELS.includeFutureReceipt,
  kind: 'switch',
  usual,
})

/** Returns the filters of the invoices. */
export function useInvoiceFields(isOnline: boolean): readonly FilterField[] {
  const creators = useCreators(isOnline)
  return [
    select('created_by', creators),
    select('payment_status', STATUSES),
    select('ref_scheme', SCHEMES),
    future('N'),
  ]
}

/** Returns the filters of the services; those that only a BI figure sets are shown only while set. */
export function useServiceFields(isOnline: boolean, set: ReadonlySet<string>): readonly FilterField[] {
  const departments = useDepartments()
  const services = useServices()
  const hospitals = useReferrers('Hospital', isOnline)
  const doctors = useReferrers('Doctor', isOnline)
  const machines = useMachines()
  return [
    select('department_id', departments),
    { name: 'service_ids', label: LABELS.service_ids, kind: 'multi', choices: services },
    select('is_discount', YES_NO),
    select('payment_status', STATUSES),
    select('ref_hospital_id', hospitals),
    select('ref_scheme', SCHEMES),
    select('ref_dr_id', doctors),
    future('N'),
    { name: 'combine_lab', label: LABELS.combine_lab, kind: 'switch', usual: 'N' },
    ...(set.has('cases') ? [select('cases', choicesOf(CHOICES.cases))] : []),
    ...(set.has('machine_id') ? [select('machine_id', machines)] : []),
  ]
}

/** Returns the filters of the receipts; those that only a line of the summary sets are shown only while set. */
export function useReceiptFields(isOnline: boolean, set: ReadonlySet<string>): readonly FilterField[] {
  const creators = useCreators(isOnline)
  const led: FilterField[] = [
    select('mode', choicesOf(PAYMENT_MODE_LABELS)),
    select('visit_place', choicesOf(CHOICES.visit_place)),
    select('for_cancelled', YES_NO),
    select('note', choicesOf(CHOICES.note)),
  ]
  return [
    { ...select('created_by', creators), label: LABELS.received_by },
    select('prev_pending_flag', choicesOf(CHOICES.prev_pending_flag)),
    select('kind', choicesOf(CHOICES.kind)),
    future('Y'),
    ...led.filter(({ name }) => set.has(name)),
  ]
}
