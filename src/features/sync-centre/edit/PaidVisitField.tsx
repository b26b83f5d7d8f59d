import { Select } from '@mantine/core'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import { formatShortDateTime } from '#domain/time/formats.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useBranchZone } from '#src/ui/time/use-branch-zone.ts'
import { EDIT_WORDS as WORDS } from './words.ts'

export interface PaidVisitFieldProps {
  /** The visit that the payment is currently for. */
  visit: Shown<'visit'>
  /** All visits that it can be for. */
  visits: readonly Shown<'visit'>[]
  onChange: (visitId: string) => void
}

/**
 * Chooses the patient's visit for a payment: if the payment's own visit was refused, it is attached to
 * another one.
 */
export function PaidVisitField({ visit, visits, onChange }: PaidVisitFieldProps) {
  const zone = useBranchZone(visit.branch_id)
  const open = visits.filter(({ id, status }) => id === visit.id || !isVisitCancelled(status))
  if (open.length < 2) return null
  return (
    <Select
      label={WORDS.paidVisit}
      description={WORDS.paidVisitHint}
      data={open.map(({ id, visit_no, start_dt, services }) => ({
        value: id,
        label: [
          visit_no || WORDS.newVisit,
          formatShortDateTime(new Date(start_dt), zone),
          services.map(({ name }) => name).join(', '),
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
      value={visit.id}
      allowDeselect={false}
      onChange={(id) => id !== null && onChange(id)}
    />
  )
}
