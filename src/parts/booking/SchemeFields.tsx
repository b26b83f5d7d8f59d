import { Select, SimpleGrid } from '@mantine/core'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import type { Booking } from './use-booking.ts'
import { BOOKING_WORDS as WORDS } from './words.ts'

const TYPES = ['Hospital', 'Doctor'] as const
const LABELS = { Hospital: WORDS.hospitalScheme, Doctor: WORDS.doctorScheme } as const

/** The scheme of the hospital or doctor: choosing one clears the other. Renders nothing if the centre has none. */
export function SchemeFields({ booking: { draft, change } }: { booking: Booking }) {
  const schemes = useMasters('refDrScheme', { status: 1 }).rows
  if (schemes.length === 0 && draft.scheme === null) return null
  const data = schemes.map(({ id, name, patient_share }) => ({
    value: id,
    label: `${name} (${patient_share} %)`,
  }))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {TYPES.map((type) => (
        <Select
          key={type}
          label={LABELS[type]}
          placeholder={WORDS.none}
          data={data}
          value={draft.scheme?.type === type ? draft.scheme.id : null}
          onChange={(id) => change((now) => ({ ...now, scheme: id === null ? null : { id, type } }))}
          clearable
          searchable
        />
      ))}
    </SimpleGrid>
  )
}
