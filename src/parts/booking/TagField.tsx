import { Select } from '@mantine/core'
import { useTags } from '#src/sync/directory/use-directory.ts'
import type { Booking } from './use-booking.ts'
import { BOOKING_WORDS as WORDS } from './words.ts'

/** The tag of the visit. */
export function TagField({ booking: { draft, change } }: { booking: Booking }) {
  const tags = useTags().filter(({ type }) => type === 'Normal')
  return (
    <Select
      label={WORDS.tag}
      placeholder={WORDS.none}
      data={tags.map(({ id, name }) => ({ value: id, label: name }))}
      value={draft.tagId}
      onChange={(tagId) => change((now) => ({ ...now, tagId }))}
      searchable
      clearable
    />
  )
}
