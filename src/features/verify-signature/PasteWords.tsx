import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { REPORT_TEXT_MAX } from '#contract/calls/reports.ts'
import { hashInText } from '#domain/report/signature-address.ts'
import type { CheckInput } from './use-check.ts'
import { VERIFY_WORDS as WORDS } from './words.ts'

export interface PasteWordsProps {
  /** What was asked about last: the words are compared with those texts. */
  codes: readonly CheckInput[]
  onCompare: (inputs: CheckInput[]) => void
}

/** Takes words that somebody copied, and compares them with what was signed under the code. */
export function PasteWords({ codes, onCompare }: PasteWordsProps) {
  const [words, setWords] = useState('')
  const [hasNoCode, setHasNoCode] = useState(false)
  const compare = () => {
    const own = hashInText(words)
    const asked = own ? [{ hash: own }] : codes
    setHasNoCode(asked.length === 0)
    if (asked.length > 0) onCompare(asked.map((code) => ({ ...code, words: words.replaceAll('\f', '\n') })))
  }
  return (
    <Stack gap="xs">
      <Textarea
        label={WORDS.paste}
        description={WORDS.pasteHint}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        maxLength={REPORT_TEXT_MAX}
        rows={4}
        resize="vertical"
        dir="auto"
        spellCheck={false}
      />
      <Group justify="space-between" wrap="nowrap">
        <Text role="alert" size="sm" c="red.4">
          {hasNoCode ? WORDS.pasteNeedsCode : ''}
        </Text>
        <Button variant="default" disabled={words.trim() === ''} onClick={compare}>
          {WORDS.compare}
        </Button>
      </Group>
    </Stack>
  )
}
