import '@mantine/core/styles.layer.css'
import '#src/ui/screen-fonts.css'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { PageWithWords, PatientLanguageSelect } from '#src/parts/patient-words/PatientPage.tsx'
import { withPageWords } from '#src/parts/patient-words/page-words.ts'
import { useKnownLanguage, usePatientLanguage } from '#src/parts/patient-words/patient-words.ts'
import { refusalText } from '#src/parts/patient-words/refusal-text.ts'
import { PublicPage } from '#src/ui/PublicPage.tsx'
import { CheckedSignature } from './CheckedSignature.tsx'
import { DropPdf } from './DropPdf.tsx'
import { PasteWords } from './PasteWords.tsx'
import { readPaperCode } from './paper-code.ts'
import { type CheckInput, useCheck } from './use-check.ts'
import { useVerifyWords, VERIFY_WORDS, VerifyWordsProvider } from './verify-words.ts'

const CATALOGUE = withPageWords(VERIFY_WORDS)

/**
 * The page on which anybody who has a report can check that it is the signed one: by its code, its file or
 * its words.
 */
export default function VerifySignature() {
  const { search } = useLocation()
  return (
    <PageWithWords catalogue={CATALOGUE}>
      {({ own }) => (
        <VerifyWordsProvider value={own}>
          {/* Remounts for another code. */}
          <SignatureCheck key={search} search={search} />
        </VerifyWordsProvider>
      )}
    </PageWithWords>
  )
}

function SignatureCheck({ search }: { search: string }) {
  const words = useVerifyWords()
  const spoken = usePatientLanguage()
  useDocumentTitle(words.title)
  const [code] = useState(() => readPaperCode(search))
  const { checked, isChecking, error, check } = useCheck(code)
  useKnownLanguage(checked[0]?.result.language)
  const [asked, setAsked] = useState<readonly CheckInput[]>(code ? [code] : [])
  const ask = (inputs: readonly CheckInput[]) => {
    setAsked(inputs)
    check(inputs)
  }

  return (
    <PublicPage maxWidth={640} isLong>
      <Group justify="space-between">
        <Title order={1}>{words.title}</Title>
        <PatientLanguageSelect />
      </Group>
      <Text c="dimmed">{words.intro}</Text>
      <div aria-live="polite">
        {isChecking && <Text>{words.checking}</Text>}
        {error && (
          <Alert color="red" title={words.failed}>
            <Stack align="flex-start" gap="xs">
              <Text>{refusalText(error, spoken)}</Text>
              <Button variant="default" size="xs" onClick={() => ask(asked)}>
                {spoken.words.retry}
              </Button>
            </Stack>
          </Alert>
        )}
        <Stack>
          {checked.map((one, at) => (
            // The results of one check never change their order.
            <CheckedSignature key={at} checked={one} />
          ))}
        </Stack>
        {asked.length === 0 && <Text>{search === '' ? words.nothingYet : words.badCode}</Text>}
      </div>
      <DropPdf code={code} onRead={ask} />
      <PasteWords codes={asked} onCompare={ask} />
    </PublicPage>
  )
}
