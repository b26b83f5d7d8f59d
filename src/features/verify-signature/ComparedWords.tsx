import { Text } from '@mantine/core'
import type { CheckResult } from './use-check.ts'
import classes from './verify-signature.module.css'
import { VERIFY_WORDS as WORDS } from './words.ts'

export interface ComparedWordsProps {
  given: string | undefined
  compared: CheckResult['words']
}

/** How the given words stand to the signed ones; what stands beyond them is shown, and a person judges it. */
export function ComparedWords({ given, compared }: ComparedWordsProps) {
  if (given === '') return <Text>{WORDS.wordsUnread}</Text>
  if (!compared) return <Text>{WORDS.wordsNotAsked}</Text>
  if (compared.verdict === 'same') return <Text fw={600}>{WORDS.wordsSame}</Text>
  if (compared.verdict === 'different')
    return (
      <Text fw={600} role="alert">
        {WORDS.wordsDifferent(compared.missing)}
      </Text>
    )
  return (
    <div>
      <Text fw={600}>{WORDS.wordsMore}</Text>
      <ul className={classes.more}>
        {compared.more.map((words, at) => (
          <li key={at} dir="auto">
            {words}
          </li>
        ))}
      </ul>
    </div>
  )
}
