import { Select } from '@mantine/core'
import type { Booking } from '../use-booking.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'
import type { Services } from './use-services.ts'

/** A package adds its services at its prices. Renders nothing if the centre has none. */
export function PackagePicker({ booking, services }: { booking: Booking; services: Services }) {
  const { catalogue, draft } = booking
  if (catalogue.packages.length === 0) return null
  return (
    <Select
      label={WORDS.package}
      placeholder={WORDS.noPackage}
      description={WORDS.packageHint}
      inputWrapperOrder={['label', 'input', 'description']}
      data={catalogue.packages.map(({ id, name }) => ({ value: id, label: name }))}
      value={draft.packageId}
      onChange={services.addPackage}
      searchable
      clearable
    />
  )
}
