import { Button, Group, Pill } from '@mantine/core'
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

/** The filters in use, each removable by itself and all at once. */
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
            'aria-label': WORDS.removeFilter(WORDS.filters[key]),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {WORDS.filters[key]}: {valueText(key, fields, choices)}
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
