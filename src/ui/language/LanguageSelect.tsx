import { SegmentedControl, Stack, Text } from '@mantine/core'
import { LANGUAGES, type Language } from '#domain/language/languages.ts'
import { LANGUAGE_TABLE } from './languages.ts'
import type { LanguageChoice } from './use-catalogue.ts'

export interface LanguageSelectProps extends Pick<LanguageChoice, 'choose' | 'notFetched'> {
  /** Names the choice, in the page's language. */
  label: string
  value: Language
}

const CHOICES = LANGUAGES.map((value) => ({
  value,
  label: <span lang={value}>{LANGUAGE_TABLE[value].name}</span>,
}))

/** The languages of a page, each by its own name. */
export function LanguageSelect({ label, value, choose, notFetched }: LanguageSelectProps) {
  return (
    <Stack gap={4}>
      <SegmentedControl size="xs" aria-label={label} data={CHOICES} value={value} onChange={choose} />
      {notFetched && (
        <Text size="sm" role="alert" lang={notFetched} dir={LANGUAGE_TABLE[notFetched].dir}>
          {LANGUAGE_TABLE[notFetched].notFetched}
        </Text>
      )}
    </Stack>
  )
}
