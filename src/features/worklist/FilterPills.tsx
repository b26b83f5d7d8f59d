import { Button, Group, Pill } from '@mantine/core'
import { DEFAULT_DATE_BASIS } from '#domain/study/date-basis.ts'
import { activeKeys, type FilterChange, type FilterFields, type FilterKey } from './list-filter.ts'
import { type Choices, valueText } from './use-choices.ts'
import { WORKLIST_WORDS as WORDS } from './words.ts'
import classes from './worklist.module.css'

export interface FilterPillsProps {
  fields: FilterFields
  choices: Choices
  onChange: (change: FilterChange) => void
  onClear: () => void
}

/** Returns the name of a filter; days are named by their date basis. */
function nameOf(key: FilterKey, { date_col: basis = DEFAULT_DATE_BASIS }: FilterFields): string {
  return key === 'from_date' || key === 'to_date' ? WORDS.days[basis][key] : WORDS.filters[key]
}

/** The active filters; each can be removed, or all at once. */
export function FilterPills({ fields, choices, onChange, onClear }: FilterPillsProps) {
  const keys = activeKeys(fields)
  if (keys.length === 0) return null
  const remove = (key: FilterKey) => onChange({ [key]: undefined })
  return (
    <Group gap={6} mb="xs">
      {keys.map((key) => (
        <Pill
          key={key}
          size="md"
          withRemoveButton
          className={classes.pill}
          onRemove={() => remove(key)}
          removeButtonProps={{
            'aria-label': WORDS.removeFilter(nameOf(key, fields)),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {nameOf(key, fields)}: {valueText(key, fields, choices)}
        </Pill>
      ))}
      {keys.length > 1 && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
          {WORDS.clearAll}
        </Button>
      )}
    </Group>
  )
}
