import { Button, Group, Tabs } from '@mantine/core'
import { useEffect, useState } from 'react'
import { canEditVisit } from '#domain/status/visit-status.ts'
import { nextOnGrid } from '#domain/visit/slots.ts'
import { useRefusal } from '#src/ui/refusal/use-refusal.ts'
import { useBranchZone } from '#src/ui/time/use-branch-zone.ts'
import type { BookingPanelProps } from './BookingPanel.tsx'
import classes from './booking.module.css'
import { DetailsTab } from './DetailsTab.tsx'
import { PatientSection } from './patient/PatientSection.tsx'
import { useBookedPatient } from './patient/use-booked-patient.ts'
import { RefChargeReaders } from './prices/RefChargeReaders.tsx'
import { Totals } from './prices/Totals.tsx'
import { SaveNotes } from './save/SaveNotes.tsx'
import { startVisit } from './save/start-visit.ts'
import type { FormState } from './save/use-guarded-close.ts'
import { useParkedNotes } from './save/use-parked-notes.ts'
import { useSaveBooking } from './save/use-save-booking.ts'
import { SideCalendar } from './slots/SideCalendar.tsx'
import { useBookKey } from './use-book-key.ts'
import { useBooking } from './use-booking.ts'
import { BOOKING_WORDS as WORDS } from './words.ts'

export interface BookingFormProps extends BookingPanelProps {
  /** Called with the form's state, for the question on leaving it. */
  guard: (state: FormState) => void
  onCancel: () => void
}

type Tab = 'patient' | 'details'
/** The problem shown on the patient tab; all others are on the other tab. */
const OF_PATIENT = 'patient'

export function BookingForm({
  branchId,
  isRadiology,
  visit,
  at,
  patient,
  newPatient,
  request,
  ...acts
}: BookingFormProps) {
  const zone = useBranchZone(branchId)
  const [start] = useState(() => at?.start ?? nextOnGrid(Date.now(), 0, 5))
  const booking = useBooking({ branchId, isRadiology, visit, start, machineId: at?.machineId })
  const booked = useBookedPatient(patient, newPatient)
  const [tab, setTab] = useState<Tab>(patient ? 'details' : OF_PATIENT)
  const { hasPatient, find: findPatient } = booked
  const saving = useSaveBooking({ booking, hasPatient, findPatient, requestId: request?.id, zone })
  const { problems, isParked, isSaving } = saving
  const [box, showRefusal] = useRefusal()
  const notes = useParkedNotes(saving, visit?.id)
  const isDirty = booking.draft !== booking.before.draft || (!patient && hasPatient)
  const { guard, onProceed } = acts
  useEffect(() => {
    guard({ visitId: booking.draft.visitId, isDirty, wasRefused: isParked })
  })
  const isProceeding = visit === undefined && onProceed !== undefined
  const isLocked = visit !== undefined && !canEditVisit(visit.status)
  const save = async (after: (visitId: string) => void | Promise<void>) => {
    const saved = await saving.save()
    if (saved !== undefined) return after(saved)
    showRefusal()
  }
  const onKeyDown = useBookKey(() => {
    if (!isLocked) void save(acts.onSaved)
  })
  const proceed = async (visitId: string) => {
    await startVisit({ id: visitId, branch_id: branchId })
    onProceed?.(visitId)
  }
  return (
    <div ref={box} className={classes.panel} onKeyDown={onKeyDown} role="presentation">
      <RefChargeReaders referrerIds={booking.referrerIds} onCharges={booking.takeCharges} />
      <Tabs className={classes.form} value={tab} onChange={(next) => setTab(next as Tab)} keepMounted>
        <Tabs.List mb="sm">
          <Tabs.Tab value={OF_PATIENT}>{WORDS.tabs.patient}</Tabs.Tab>
          <Tabs.Tab value="details">{WORDS.tabs.details}</Tabs.Tab>
          <Tabs.Tab value="covid" disabled title={WORDS.noCovid}>
            {WORDS.tabs.covid}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={OF_PATIENT}>
          <PatientSection
            booked={booked}
            isFixed={visit !== undefined}
            error={problems.includes('patient') ? WORDS.problems.patient : undefined}
          />
        </Tabs.Panel>
        <Tabs.Panel value="details">
          <DetailsTab booking={booking} saving={saving} zone={zone} />
        </Tabs.Panel>
      </Tabs>
      <aside className={classes.aside} aria-label={WORDS.sideCalendar}>
        <SideCalendar booking={booking} zone={zone} />
      </aside>
      <div className={classes.notes}>
        <SaveNotes saving={notes} zone={zone} />
      </div>
      <footer className={classes.foot}>
        <Totals reckoning={booking.reckoning} />
        <Group gap="xs">
          <Button variant="default" onClick={acts.onCancel}>
            {WORDS.cancel}
          </Button>
          <Button
            variant={isProceeding ? 'default' : 'filled'}
            onClick={() => void save(acts.onSaved)}
            loading={isSaving}
            disabled={isLocked}
            title={isLocked ? WORDS.notEditable : undefined}
          >
            {visit ? WORDS.update : WORDS.book}
          </Button>
          {isProceeding && (
            <Button onClick={() => void save(proceed)} loading={isSaving}>
              {WORDS.bookAndProceed}
            </Button>
          )}
        </Group>
      </footer>
    </div>
  )
}
