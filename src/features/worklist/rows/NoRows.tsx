import { Button, Group } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { activeKeys, type FilterChange, type ListFilter } from '../filter/list-filter.ts'
import { WORKLIST_WORDS as WORDS } from '../words.ts'
import type { SteadyList } from './use-steady-list.ts'

export interface NoRowsProps {
  list: SteadyList
  filter: ListFilter
  onChange: (change: FilterChange) => void
  onClear: () => void
}

/** The reason why there are no rows, with links to find some. */
export function NoRows({ list, filter, onChange, onClear }: NoRowsProps) {
  if (list.isLoading) return <SkeletonRows rows={12} />
  if (list.error) return null
  // From a saved link, or because the list has become shorter.
  const isBeyondEnd = filter.page > 1
  const hasDays = filter.range !== 'Any'
  const hasFields = activeKeys(filter.fields).length > 0
  const ways = [
    isBeyondEnd && { label: WORDS.firstPage, go: () => onChange({ page: 1 }) },
    hasDays && !isBeyondEnd && { label: WORDS.showAnyDate, go: () => onChange({ range: 'Any' }) },
    hasFields && !isBeyondEnd && { label: WORDS.clearFilters, go: onClear },
  ].filter((way) => way !== false)
  const hint = isBeyondEnd ? WORDS.emptyPage : hasDays || hasFields ? WORDS.emptyFiltered : WORDS.emptyAny
  return (
    <EmptyState
      icon={<IconListSearch size={36} stroke={1.4} aria-hidden />}
      title={WORDS.empty}
      hint={hint}
      action={
        <Group>
          {ways.map(({ label, go }) => (
            <Button key={label} variant="default" onClick={go}>
              {label}
            </Button>
          ))}
        </Group>
      }
    />
  )
}
