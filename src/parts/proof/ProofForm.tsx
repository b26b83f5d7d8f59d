import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ProofKind } from '#domain/sharing/proof.ts'
import { usePatientLanguage } from '#src/parts/patient-words/patient-words.ts'
import { refusalText } from '#src/parts/patient-words/refusal-text.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { useToday } from '#src/ui/time/use-today.ts'
import classes from './proof.module.css'

export interface ProofFormProps {
  asks: ProofKind
  /** Sends the answer; errors are shown at the field. */
  onAnswer: (answer: string) => Promise<void>
}

/** Verifies a person's identity before showing results: by date of birth, or patient number. */
export function ProofForm({ asks, onAnswer }: ProofFormProps) {
  const spoken = usePatientLanguage()
  const { proof: words } = spoken.words
  const [answer, setAnswer] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const today = useToday(branchZone())
  const field = {
    label: words.label[asks],
    description: words.hint[asks],
    // Neither the browser nor the next person at this machine may see it again.
    autoComplete: 'off',
    classNames: { input: classes.typed },
    required: true,
    withAsterisk: false,
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    await onAnswer(answer.trim()).catch(setError)
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        {asks === 'birth_date' ? (
          <DayInput {...field} value={answer} onChange={setAnswer} max={today} />
        ) : (
          <TextInput {...field} value={answer} onChange={(event) => setAnswer(event.currentTarget.value)} />
        )}
        {error && (
          <Alert color="red" role="alert">
            {refusalText(error, spoken)}
          </Alert>
        )}
        <Text size="sm" c="dimmed">
          {words.why}
        </Text>
        <Button type="submit" loading={isBusy} disabled={answer.trim() === ''}>
          {words.show}
        </Button>
      </Stack>
    </form>
  )
}
