import { Text } from '@mantine/core'
import classes from './dictation.module.css'
import type { DictationState } from './dictation.ts'
import { DICTATION_WORDS as WORDS } from './words.ts'

/** Shows the words being heard; else the outcome of the last words, or why listening stopped. */
export function HeardWords({ state }: { state: DictationState }) {
  const { phase, interim, landed, problem } = state
  if (problem && phase !== 'listening')
    return (
      <Text className={classes.heard} size="sm" c="yellow.4" role="status">
        {WORDS.problems[problem]}
      </Text>
    )
  if (interim !== '')
    return (
      <Text className={classes.heard} size="sm" fs="italic" dir="auto" data-interim>
        {interim}
      </Text>
    )
  if (phase !== 'listening') return <span className={classes.heard} />
  return (
    <Text className={classes.heard} size="sm" c="dimmed" dir="auto">
      {landed === '' ? WORDS.listening : `${WORDS.inserted}: ${landed}`}
    </Text>
  )
}
