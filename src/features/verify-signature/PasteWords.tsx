import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { REPORT_TEXT_MAX } from '#contract/calls/reports.ts'
import { hashInText } from '#domain/report/signature-address.ts'
import type { CheckInput } from './use-check.ts'
import { useVerifyWords } from './verify-words.ts'

export interface PasteWordsProps {
  /** The last checked codes: the words are compared with those texts. */
  codes: readonly CheckInput[]
  onCompare: (inputs: CheckInput[]) => void
}

/** Accepts copied words and compares them with the text signed under the code. */
export function PasteWords({ codes, onCompare }: PasteWordsProps) {
  const words = useVerifyWords()
  const [text, setText] = useState('')
  const [hasNoCode, setHasNoCode] = useState(false)
  const compare = () => {
    const own = hashInText(text)
    const asked = own ? [{ hash: own }] : codes
    setHasNoCode(asked.length === 0)
    if (asked.length > 0) onCompare(asked.map((code) => ({ ...code, words: text.replaceAll('\f', '\n') })))
  }
  return (
    <Stack gap="xs">
      <Textarea
        label={words.paste}
        description={words.pasteHint}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={REPORT_TEXT_MAX}
        rows={4}
        resize="vertical"
        dir="auto"
        spellCheck={false}
      />
      <Group justify="space-between" wrap="nowrap">
        <Text role="alert" size="sm" c="red.4">
          {hasNoCode ? words.pasteNeedsCode : ''}
        </Text>
        <Button variant="default" disabled={text.trim() === ''} onClick={compare}>
          {words.compare}
        </Button>
      </Group>
    </Stack>
  )
}
