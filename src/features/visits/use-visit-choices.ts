import { useMemo } from 'react'
import { visitCreatorCalls } from '#contract/calls/visit-list.ts'
import { REF_SCHEME_FILTERS } from '#domain/money/sales/sales-filters.ts'
import { PAYMENT_STATUS_TABLE, PAYMENT_STATUSES } from '#domain/status/payment-status.ts'
import { VISIT_STATUS_TABLE, visitStatusesOf } from '#domain/status/visit-status.ts'
import { NONE_ID } from '#domain/visit/visit-filter.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { usePeople } from '#src/sync/desk/use-people.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import type { FilterKey } from './visit-params.ts'
import { VISITS_WORDS as WORDS } from './words.ts'

export interface Choice {
  value: string
  label: string
}

/** The choices of each filter; a typed one has none. */
export type VisitChoices = Record<Exclude<FilterKey, 'k'>, readonly Choice[]>

const named = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name })
const wordsOf = <Key extends string>(words: Record<Key, string>): Choice[] =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }))

/** Returns the choices of the filters; departments and statuses are those of the chosen type. */
export function useVisitChoices(type: string | undefined): VisitChoices {
  const { online } = useLink()
  const departments = useMasters('department', type === undefined ? {} : { isradiology: Number(type) }).rows
  const { people } = usePeople()
  const creators = useKeptCall(
    visitCreatorCalls.usersCreatedAppointments,
    {},
    { isWanted: online, news: '', keptAs: 'visit-creators' },
  ).answer?.result
  return useMemo(() => {
    const referrers = (kind: 'Doctor' | 'Hospital') => [
      { value: NONE_ID, label: WORDS.none },
      ...people.filter((one) => one.is_ref_doctor === 1 && one.ref_doctor_type === kind).map(named),
    ]
    const statuses = visitStatusesOf(type === undefined ? undefined : type === '1')
    return {
      is_radiology: [...TYPES],
      department_id: [...departments.map(named), { value: NONE_ID, label: WORDS.noDepartment }],
      status: statuses.map((status) => ({ value: String(status), label: VISIT_STATUS_TABLE[status].label })),
      payment_status: [...PAYMENTS],
      ref_scheme: [...SCHEMES],
      ref_hospital_id: referrers('Hospital'),
      ref_dr_id: referrers('Doctor'),
      created_by: (creators ?? []).map(named),
      includeFutureReceipt: wordsOf(WORDS.yesNo),
      is_started: wordsOf(WORDS.yesNo),
      patient_visit: wordsOf(WORDS.patientVisits),
      gender: wordsOf(WORDS.genders),
    }
  }, [type, departments, people, creators])
}

// An array, because an object would reorder keys that look like numbers.
const TYPES: readonly Choice[] = [
  { value: '1', label: WORDS.radiology },
  { value: '0', label: WORDS.clinical },
]
const PAYMENTS = PAYMENT_STATUSES.map((value) => ({ value, label: PAYMENT_STATUS_TABLE[value].label }))
const SCHEMES = REF_SCHEME_FILTERS.map((value) => ({ value, label: value }))
