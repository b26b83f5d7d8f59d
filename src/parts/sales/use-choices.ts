import { useMemo } from 'react'
import { directoryCalls } from '#contract/calls/directory.ts'
import { visitCreatorCalls } from '#contract/calls/visit-list.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'

/** An option with its value and label. */
export interface Choice {
  value: string
  label: string
}

const named = (rows: readonly { id: string; name: string }[]): Choice[] =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

const ACTIVE = { status: '1' } as const

/** Returns the creators of visits at the reader's branches; only the reader if the role says so. */
export function useCreators(isOnline: boolean): Choice[] {
  const { answer } = useCall(visitCreatorCalls.usersCreatedAppointments, { checkSelfCreated: 'Y' }, isOnline)
  return useMemo(() => named(answer?.result ?? []), [answer])
}

/** Returns active referring doctors or hospitals. */
export function useReferrers(type: 'Doctor' | 'Hospital', isOnline: boolean): Choice[] {
  const input = { is_ref_doctor: '1', ref_doctor_type: type, status: '1' } as const
  const { answer } = useCall(directoryCalls.doctors, input, isOnline)
  return useMemo(() => named(answer?.result ?? []), [answer])
}

/** Returns active departments, of radiology and of the clinic. */
export function useDepartments(): Choice[] {
  const { rows } = useMasters('department', ACTIVE)
  return useMemo(() => named(rows), [rows])
}

/** Returns active services. */
export function useServices(): Choice[] {
  const { rows } = useMasters('service', ACTIVE)
  return useMemo(() => named(rows), [rows])
}

/** Returns active machines. */
export function useMachines(): Choice[] {
  const { rows } = useMasters('machine', ACTIVE)
  return useMemo(() => named(rows), [rows])
}
