import { Group, Text } from '@mantine/core'
import type { BookingRow } from '#contract/calls/bookings.ts'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { VisitStatusBadge } from '#src/ui/badges/VisitStatusBadge.tsx'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { BookingForm } from './BookingForm.tsx'
import { usePatientOfVisit } from './patient/use-patient-of-visit.ts'
import { useGuardedClose } from './save/use-guarded-close.ts'
import { BOOKING_WORDS as WORDS } from './words.ts'

export interface BookingPanelProps {
  branchId: string
  /** Initial kind of visit; radiology by default. */
  isRadiology?: 0 | 1
  /** The visit to edit. */
  visit?: Shown<'visit'>
  /** The clicked place of a calendar, or the requested time; start in milliseconds. */
  at?: { machineId?: string | undefined; start: number }
  patient?: PatientRow
  /** Known details of somebody who is not registered yet. */
  newPatient?: Partial<PatientRow>
  /** The request that the visit comes from: the booking converts it. */
  request?: Pick<BookingRow, 'id'>
  /** The booking is on this device, and was not refused. */
  onSaved: (visitId: string) => void
  /** Offers to start the visit right after booking; called once it has started. */
  onProceed?: (visitId: string) => void
  onClose: () => void
}

/**
 * The appointment form at full width. Its title is the branch with Book Appointment, or Update Appointment with the
 * visit's number and status.
 */
export function BookingPanel(props: BookingPanelProps) {
  const { visit, patient, onClose } = props
  const known = usePatientOfVisit(visit)
  const { close, guard } = useGuardedClose(onClose)
  const branch = useBranches().find(({ id }) => id === props.branchId)
  const title = (
    <Group gap="sm">
      <Text span c="dimmed">
        {branch?.name}
      </Text>
      <span>{visit ? WORDS.update : WORDS.book}</span>
      {visit && (
        <>
          <span className="tabular">{visit.visit_no}</span>
          <VisitStatusBadge status={visit.status} />
        </>
      )}
    </Group>
  )
  return (
    <SideDrawer title={title} opened onClose={() => void close()} size="100%">
      {known.isLoading ? (
        <SkeletonRows rows={6} />
      ) : (
        <BookingForm
          {...props}
          patient={patient ?? known.patient}
          guard={guard}
          onCancel={() => void close()}
        />
      )}
    </SideDrawer>
  )
}
