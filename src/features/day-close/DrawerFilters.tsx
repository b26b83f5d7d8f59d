import { Select } from '@mantine/core'
import type { Drawer } from '#contract/calls/payments.ts'
import { BranchField, DayField } from '#src/parts/branches/BranchDayFields.tsx'
import { useSession } from '#src/sync/session/session.ts'
import { RefreshButton } from '#src/ui/list/RefreshButton.tsx'
import type { CashDay } from './use-cash-day.ts'
import { DAY_CLOSE_WORDS as WORDS } from './words.ts'

export interface DrawerFiltersProps {
  cashDay: CashDay
  people: Drawer['people']
  onRefresh: () => void
}

/** Branch, day and, for readers who may see all drawers, the person. */
export function DrawerFilters({ cashDay, people, onRefresh }: DrawerFiltersProps) {
  const { userId, set } = cashDay
  const session = useSession()
  const own = session?.user_id ?? ''
  return (
    <>
      <BranchField branchDay={cashDay} />
      <DayField branchDay={cashDay} label={WORDS.day} endsToday />
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
