import '@mantine/core/styles.layer.css'
import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { CheckedSignature } from './CheckedSignature.tsx'
import { DropPdf } from './DropPdf.tsx'
import { PasteWords } from './PasteWords.tsx'
import { readPaperCode } from './paper-code.ts'
import { type CheckInput, useCheck } from './use-check.ts'
import classes from './verify-signature.module.css'
import { VERIFY_WORDS as WORDS } from './words.ts'

/** Anybody who holds a report sees whether it is what was signed: by its code, its file or its words. */
export default function VerifySignature() {
  useDocumentTitle(WORDS.title)
  const { search } = useLocation()
  // Another code is another check.
  return <SignatureCheck key={search} search={search} />
}

function SignatureCheck({ search }: { search: string }) {
  const [code] = useState(() => readPaperCode(search))
  const { checked, isChecking, error, check } = useCheck(code)
  const [asked, setAsked] = useState<readonly CheckInput[]>(code ? [code] : [])
  const ask = (inputs: readonly CheckInput[]) => {
    setAsked(inputs)
    check(inputs)
  }

  return (
    <div className={classes.page}>
      <Paper className={classes.card}>
        <Stack>
          <Title order={1}>{WORDS.title}</Title>
          <Text c="dimmed">{WORDS.intro}</Text>
          <div aria-live="polite">
            {isChecking && <Text>{WORDS.checking}</Text>}
            {error && (
              <Alert color="red" title={WORDS.failed}>
                <Stack align="flex-start" gap="xs">
                  <Text>{error.message}</Text>
                  <Button variant="default" size="xs" onClick={() => ask(asked)}>
                    {WORDS.retry}
                  </Button>
                </Stack>
              </Alert>
            )}
            <Stack>
              {checked.map((one, at) => (
                // The answers of one question never change their order.
                <CheckedSignature key={at} checked={one} />
              ))}
            </Stack>
            {asked.length === 0 && <Text>{search === '' ? WORDS.nothingYet : WORDS.badCode}</Text>}
          </div>
          <DropPdf code={code} onRead={ask} />
          <PasteWords codes={asked} onCompare={ask} />
        </Stack>
      </Paper>
    </div>
  )
}
