import { Button, Group, Pill } from '@mantine/core'
import classes from './list.module.css'
import { LIST_WORDS as WORDS } from './words.ts'

export interface FilterPillsProps<Key extends string> {
  pills: readonly { key: Key; name: string; text: string }[]
  onRemove: (key: Key) => void
  onClear: () => void
}

/** The active filters of a list; each can be removed, or all at once. */
export function FilterPills<Key extends string>({ pills, onRemove, onClear }: FilterPillsProps<Key>) {
  if (pills.length === 0) return null
  return (
    <Group gap={6} mb="xs">
      {pills.map(({ key, name, text }) => (
        <Pill
          key={key}
          size="md"
          withRemoveButton
          className={classes.pill}
          onRemove={() => onRemove(key)}
          removeButtonProps={{
            'aria-label': WORDS.removeFilter(name),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {name}: {text}
        </Pill>
      ))}
      {pills.length > 1 && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
          {WORDS.clearAll}
        </Button>
      )}
    </Group>
  )
}
