import { Text } from '@mantine/core'
import type { CheckResult } from './use-check.ts'
import classes from './verify-signature.module.css'
import { useVerifyWords } from './verify-words.ts'

export interface ComparedWordsProps {
  given: string | undefined
  compared: CheckResult['words']
}

/** The comparison of the given words with the signed ones; extra words are shown for a person to judge. */
export function ComparedWords({ given, compared }: ComparedWordsProps) {
  const words = useVerifyWords()
  if (given === '') return <Text>{words.wordsUnread}</Text>
  if (!compared) return <Text>{words.wordsNotAsked}</Text>
  if (compared.verdict === 'same') return <Text fw={600}>{words.wordsSame}</Text>
  if (compared.verdict === 'different')
    return (
      <Text fw={600} role="alert">
        {words.wordsDifferent(compared.missing)}
      </Text>
    )
  return (
    <div>
      <Text fw={600}>{words.wordsMore}</Text>
      <ul className={classes.more}>
        {compared.more.map((line, at) => (
          <li key={at} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}
