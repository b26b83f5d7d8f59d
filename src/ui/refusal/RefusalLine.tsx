import { Text } from '@mantine/core'

export interface RefusalLineProps {
  /** What stands in the way, a sentence each; nothing is shown for none. */
  words: readonly string[]
}

/** What stands in the way of a form, at the button that was pressed: its fields may stand on another tab, or far above. */
export function RefusalLine({ words }: RefusalLineProps) {
  if (words.length === 0) return null
  return (
    <Text c="red.4" size="sm" role="alert" flex="1 1 240px">
      {words.join(' ')}
    </Text>
  )
}
