import { Select } from '@mantine/core'
import type { Drawer } from '#contract/calls/payments.ts'
import { useSession } from '#src/sync/session/session.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import type { CashDay } from './use-place.ts'
import { DAY_CLOSE_WORDS as WORDS } from './words.ts'

export interface PlaceFiltersProps {
  place: CashDay
  people: Drawer['people']
  onRefresh: () => void
}

/** Branch, day and, for readers who may see all drawers, the person. */
export function PlaceFilters({ place, people, onRefresh }: PlaceFiltersProps) {
  const { branches, branch, zone, day, today, userId, set } = place
  const session = useSession()
  const own = session?.user_id ?? ''
  return (
    <>
      <Select
        aria-label={WORDS.branch}
        data={branches.map(({ id, name }) => ({ value: id, label: name }))}
        value={branch?.id ?? null}
        onChange={(id) => id && set('branch', id)}
        allowDeselect={false}
        w={200}
      />
      <DayInput
        aria-label={WORDS.day}
        zone={zone}
        required
        value={day}
        max={today}
        onChange={(next) => next && set('day', next === today ? '' : next)}
        w={150}
      />
      {people.length > 1 && (
        <Select
          aria-label={WORDS.person}
          data={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={userId ?? own}
          onChange={(id) => id && set('person', id === own ? '' : id)}
          allowDeselect={false}
          searchable
          w={220}
        />
      )}
      <RefreshButton onRefresh={onRefresh} />
    </>
  )
}
