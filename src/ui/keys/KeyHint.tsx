import { Group, Kbd } from '@mantine/core'

export interface KeyHintProps {
  /** Keys pressed together, e.g. ['Ctrl', 'K']. */
  keys: readonly string[]
}

/** The keys of a shortcut; nothing on phones, which have none. */
export function KeyHint({ keys }: KeyHintProps) {
  return (
    <Group gap={4} wrap="nowrap" component="span" visibleFrom="sm">
      {keys.map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </Group>
  )
}
