import { Alert, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { settingsLiveCalls } from '#contract/calls/smtp.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import classes from '../settings.module.css'
import { SETTINGS_WORDS as WORDS } from '../words.ts'

type Letter = { email: string; subject: string; body: string }
type Outcome = { ok: boolean; words: string }

/** Sends a test email through the stored mail server and shows the server's response in words. */
export function TestEmail({ refusal }: { refusal: string | undefined }) {
  const [letter, setLetter] = useState<Letter>({
    email: '',
    subject: WORDS.testSubjectDefault,
    body: WORDS.testBodyDefault,
  })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [outcome, setOutcome] = useState<Outcome>()
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    setOutcome(undefined)
    setErrors({})
    try {
      await callApi(settingsLiveCalls.sendTestEmail, letter)
      setOutcome({ ok: true, words: WORDS.testSent(letter.email) })
    } catch (problem) {
      const fields = problem instanceof ApiError ? problem.fields : undefined
      if (fields) setErrors(fields)
      else setOutcome({ ok: false, words: problem instanceof Error ? problem.message : String(problem) })
    } finally {
      setSending(false)
    }
  }
  const input = (name: keyof typeof letter, label: string) => ({
    label,
    value: letter[name],
    error: errors[name] === undefined ? undefined : WORDS.rule(label, errors[name]),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setLetter((before) => ({ ...before, [name]: value }))
    },
  })
  return (
    <section className={classes.section}>
      <Title order={3} size="h5">
        {WORDS.testTitle}
      </Title>
      <Text c="dimmed" size="sm">
        {WORDS.testHint}
      </Text>
      <div className={classes.fields}>
        <TextInput {...input('email', WORDS.testTo)} inputMode="email" maxLength={254} />
        <TextInput {...input('subject', WORDS.testSubject)} maxLength={200} />
        <div className={classes.wide}>
          <Textarea {...input('body', WORDS.testBody)} autosize minRows={2} maxLength={5000} />
        </div>
      </div>
      <OnlineButton
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        loading={isSending}
        refusal={refusal}
        onClick={() => void send()}
      >
        {WORDS.testSend}
      </OnlineButton>
      {outcome && (
        <Alert
          color={outcome.ok ? 'green' : 'red'}
          variant="light"
          role={outcome.ok ? 'status' : 'alert'}
          title={outcome.ok ? undefined : WORDS.testNotSent}
        >
          {outcome.words}
        </Alert>
      )}
    </section>
  )
}
