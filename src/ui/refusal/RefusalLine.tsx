import { Text } from '@mantine/core'

export interface RefusalLineProps {
  /** The obstacles, one sentence each; nothing is shown if there are none. */
  words: readonly string[]
  /** No field shows the problem: the focus goes to this line. */
  takesFocus?: boolean
}

/**
 * What prevents a form from being submitted, shown at the pressed button: its fields may be on another tab, or far
 * above.
 */
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
