import { Button, Group, Pill } from '@mantine/core'
import { useVisitChoices, type VisitChoices } from './use-visit-choices.ts'
import { activeKeys, type FilterFields, type FilterKey, type ParamsChange } from './visit-params.ts'
import classes from './visits.module.css'
import { VISITS_WORDS as WORDS } from './words.ts'

export interface VisitPillsProps {
  fields: FilterFields
  onChange: (change: ParamsChange) => void
  onClear: () => void
}

/** The active filters; each can be removed, or all at once. */
export function VisitPills({ fields, onChange, onClear }: VisitPillsProps) {
  const choices = useVisitChoices(undefined)
  const keys = activeKeys(fields)
  if (keys.length === 0) return null
  return (
    <Group gap={6} mb="xs">
      {keys.map((key) => (
        <Pill
          key={key}
          size="md"
          withRemoveButton
          className={classes.pill}
          onRemove={() => onChange({ [key]: undefined })}
          removeButtonProps={{
            'aria-label': WORDS.removeFilter(WORDS.filters[key]),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {WORDS.filters[key]}: {valueText(key, fields[key] ?? '', choices)}
        </Pill>
      ))}
      {keys.length > 1 && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
          {WORDS.clear}
        </Button>
      )}
    </Group>
  )
}

/** Returns the display text of a value; `…` for an id whose name is not loaded yet. */
function valueText(key: FilterKey, value: string, choices: VisitChoices): string {
  return key === 'k' ? value : (choices[key].find((choice) => choice.value === value)?.label ?? '…')
}
