import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import { useRefusal } from '#src/ui/refusal/use-refusal.ts'
import { useBranchZone } from '#src/ui/time/use-branch-zone.ts'
import classes from './booking.module.css'
import { setReferrerOfAll } from './draft/change-draft.ts'
import { PatientSection } from './patient/PatientSection.tsx'
import { useBookedPatient } from './patient/use-booked-patient.ts'
import { DiscountFields } from './prices/DiscountFields.tsx'
import { RefChargeReaders } from './prices/RefChargeReaders.tsx'
import { Totals } from './prices/Totals.tsx'
import { ReferralFields } from './ReferralFields.tsx'
import { SchemeFields } from './SchemeFields.tsx'
import { StartFields } from './StartFields.tsx'
import { SaveNotes } from './save/SaveNotes.tsx'
import { startVisit } from './save/start-visit.ts'
import { type FormState, useGuardedClose } from './save/use-guarded-close.ts'
import { type Saving, useSaveBooking } from './save/use-save-booking.ts'
import { LineTable } from './services/LineTable.tsx'
import { PackagePicker } from './services/PackagePicker.tsx'
import { ServicePicker } from './services/ServicePicker.tsx'
import { useServices } from './services/use-services.ts'
import { FirstFreeText } from './slots/FirstFreeText.tsx'
import { TagField } from './TagField.tsx'
import { useBookKey } from './use-book-key.ts'
import { useBooking } from './use-booking.ts'
import { BOOKING_WORDS as WORDS } from './words.ts'

export interface QuickBookProps {
  branchId: string
  isRadiology?: 0 | 1
  onBooked: (visitId: string) => void
  /** Booked and started: opens the visit's payments. */
  onProceed: (visitId: string) => void
  onClose: () => void
}

/** Quick book starts this many minutes from now (docs/wire.md#lists-and-limits). */
const START_IN_MINUTES = 10

/** The desk's side panel: patient, services, referral, tag; Enter books. */
export function QuickBook(props: QuickBookProps) {
  const branch = useBranches().find(({ id }) => id === props.branchId)
  const { close, guard } = useGuardedClose(props.onClose)
  const title = (
    <Group gap="xs">
      {WORDS.book}
      <Text c="dimmed">{branch?.name}</Text>
    </Group>
  )
  return (
    <SideDrawer title={title} opened onClose={() => void close()} size="min(1264px, 96vw)">
      <QuickForm {...props} guard={guard} onCancel={() => void close()} />
    </SideDrawer>
  )
}

interface QuickFormProps extends QuickBookProps {
  guard: (state: FormState) => void
  onCancel: () => void
}

const soon = () => Math.ceil(Date.now() / 60_000 + START_IN_MINUTES) * 60_000

function QuickForm({ branchId, isRadiology, guard, onCancel, onBooked, onProceed }: QuickFormProps) {
  const zone = useBranchZone(branchId)
  const [start] = useState(soon)
  const booking = useBooking({ branchId, isRadiology, start, isFirstFree: true })
  const booked = useBookedPatient(undefined)
  const { hasPatient, find: findPatient } = booked
  const saving = useSaveBooking({ booking, hasPatient, findPatient, zone })
  const [box, showRefusal] = useRefusal()
  const isDirty = hasPatient || booking.draft.lines.length > 0
  useEffect(() => {
    guard({ visitId: booking.draft.visitId, isDirty, wasRefused: saving.isParked })
  })
  const book = async () => {
    const visitId = await saving.save()
    if (visitId === undefined) return showRefusal()
    onBooked(visitId)
  }
  const onKeyDown = useBookKey(() => void book())
  const proceed = async () => {
    const visitId = await saving.save()
    if (visitId === undefined) return showRefusal()
    await startVisit({ id: visitId, branch_id: branchId })
    onProceed(visitId)
  }
  return (
    <div ref={box} className={classes.quick} onKeyDown={onKeyDown} role="presentation">
      <RefChargeReaders referrerIds={booking.referrerIds} onCharges={booking.takeCharges} />
      <div className={classes.quickForm}>
        <Sections booking={booking} booked={booked} saving={saving} zone={zone} />
      </div>
      <div className={classes.notes}>
        <SaveNotes saving={saving} zone={zone} />
      </div>
      <footer className={classes.foot}>
        <Totals reckoning={booking.reckoning} />
        <Group gap="xs">
          <Button variant="default" onClick={onCancel}>
            {WORDS.cancel}
          </Button>
          <Button variant="default" onClick={() => void book()} loading={saving.isSaving}>
            {WORDS.book}
          </Button>
          <Button onClick={() => void proceed()} loading={saving.isSaving}>
            {WORDS.bookAndProceed}
          </Button>
        </Group>
      </footer>
    </div>
  )
}

interface SectionsProps {
  booking: ReturnType<typeof useBooking>
  booked: ReturnType<typeof useBookedPatient>
  saving: Saving
  zone: string
}

function Sections({ booking, booked, saving, zone }: SectionsProps) {
  const services = useServices(booking)
  const { draft, change, catalogue } = booking
  const said = (problem: Saving['problems'][number]) =>
    saving.problems.includes(problem) ? WORDS.problems[problem] : undefined
  return (
    <div className={classes.quickSections}>
      <Section title={WORDS.patient}>
        <PatientSection booked={booked} compact error={said('patient')} />
      </Section>
      <Section title={WORDS.services}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <ServicePicker
            catalogue={catalogue}
            onAdd={services.add}
            error={services.notice ?? said('services') ?? said('unconfigured')}
          />
          <PackagePicker booking={booking} services={services} />
        </SimpleGrid>
        <LineTable booking={booking} services={services} zone={zone} refused={saving.refused?.lines} />
        {said('amounts') && (
          <Text c="red.4" role="alert">
            {said('amounts')}
          </Text>
        )}
        <FirstFreeText booking={booking} zone={zone} />
        <StartFields booking={booking} zone={zone} error={said('past')} />
      </Section>
      <Section title={WORDS.referral}>
        <ReferralFields
          referrer={draft.referrer}
          errors={{ hospital: said('hospital'), doctor: said('doctor') }}
          onChange={(referrer) => change((now) => setReferrerOfAll(now, referrer))}
        />
        <SchemeFields booking={booking} />
      </Section>
      <Section title={WORDS.discountAndTag}>
        <DiscountFields booking={booking} error={said('discount')} />
        <TagField booking={booking} />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </section>
  )
}
