import { Text } from '@mantine/core'

export interface RefusalLineProps {
  /** What stands in the way, a sentence each; nothing is shown for none. */
  words: readonly string[]
  /** No field stands for it: the focus goes to the line. */
  takesFocus?: boolean
}

/** What stands in the way of a form, at the button that was pressed: its fields may stand on another tab, or far above. */
export function RefusalLine({ words, takesFocus = false }: RefusalLineProps) {
  if (words.length === 0) return null
  return (
    <Text
      c="red.4"
      size="sm"
      role="alert"
      flex="1 1 240px"
      {...(takesFocus && { 'data-refusal': true, tabIndex: -1 })}
    >
      {words.join(' ')}
    </Text>
  )
}
