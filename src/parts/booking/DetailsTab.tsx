import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import classes from './booking.module.css'
import { setReferrer } from './draft/change-draft.ts'
import { referrerOf } from './draft/draft.ts'
import type { DraftProblem } from './draft/draft-problems.ts'
import { DiscountFields } from './prices/DiscountFields.tsx'
import { ReferralFields } from './ReferralFields.tsx'
import { SchemeFields } from './SchemeFields.tsx'
import { StartFields } from './StartFields.tsx'
import type { Saving } from './save/use-save-booking.ts'
import { LineTable } from './services/LineTable.tsx'
import { PackagePicker } from './services/PackagePicker.tsx'
import { ServicePicker } from './services/ServicePicker.tsx'
import { useServices } from './services/use-services.ts'
import { NeededSlot } from './slots/NeededSlot.tsx'
import { TagField } from './TagField.tsx'
import type { Booking } from './use-booking.ts'
import { BOOKING_WORDS as WORDS } from './words.ts'

export interface DetailsTabProps {
  booking: Booking
  saving: Saving
  zone: string
}

/** When, what, where, who referred, and the price. */
export function DetailsTab({ booking, saving: { problems, refused }, zone }: DetailsTabProps) {
  const { draft, change, catalogue, timetable } = booking
  const services = useServices(booking)
  const said = (problem: DraftProblem) => (problems.includes(problem) ? WORDS.problems[problem] : undefined)
  const departments = [...new Set(timetable.slots.map(({ departmentId }) => departmentId))]
  const nameOf = (id: string) => catalogue.departments.find((one) => one.id === id)?.name ?? ''
  const errors = { hospital: said('hospital'), doctor: said('doctor') }
  return (
    <Stack gap="sm" mb="sm">
      <NeededSlot booking={booking} zone={zone} />
      <section className={classes.section} aria-label={WORDS.when}>
        <StartFields booking={booking} zone={zone} error={said('past')} />
      </section>
      <section className={classes.section} aria-label={WORDS.services}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mb="sm">
          <ServicePicker
            catalogue={catalogue}
            onAdd={services.add}
            error={services.notice ?? said('services') ?? said('unconfigured')}
          />
          <PackagePicker booking={booking} services={services} />
        </SimpleGrid>
        {departments.length === 0 && <Text c="dimmed">{WORDS.noServices}</Text>}
        {departments.map((id) => (
          <Stack key={id} gap="xs" mb="md">
            <Title order={3}>{nameOf(id)}</Title>
            <LineTable
              booking={booking}
              services={services}
              zone={zone}
              refused={refused?.lines}
              departmentId={id}
            />
            <ReferralFields
              referrer={referrerOf(draft, id)}
              errors={errors}
              onChange={(referrer) => change((now) => setReferrer(now, id, referrer))}
            />
          </Stack>
        ))}
        {said('amounts') && (
          <Text c="red.4" role="alert">
            {said('amounts')}
          </Text>
        )}
      </section>
      <section className={classes.section} aria-label={WORDS.discount}>
        <Stack gap="sm">
          <DiscountFields booking={booking} error={said('discount')} />
          <SchemeFields booking={booking} />
          <TagField booking={booking} />
        </Stack>
      </section>
    </Stack>
  )
}
