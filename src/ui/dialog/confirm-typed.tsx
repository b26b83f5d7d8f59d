import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type FormEvent, type ReactNode, useState } from 'react'
import { RefusalNote } from '../refusal/RefusalNote.tsx'
import { useAct } from '../refusal/use-act.ts'
import { UI_WORDS } from '../words.ts'

export interface ConfirmTypedOptions {
  title: string
  /** Names what will be deleted. */
  message: ReactNode
  /** What the person must type to confirm; case-insensitive. */
  phrase: string
  confirmLabel: string
  /** Runs on confirmation; if it throws, the dialog stays open and shows the error. */
  act?: () => Promise<unknown>
}

/** Asks for a phrase to be typed before an irreversible deletion; false if the dialog is closed in any other way. */
export function confirmTyped({ title, ...question }: ConfirmTypedOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isMeant: boolean) => {
      resolve(isMeant)
      modals.close(id)
    }
    const id = modals.open({
      title,
      centered: true,
      children: <TypedQuestion {...question} onAnswer={answer} />,
      // Also runs after an answer, when the promise is already settled.
      onClose: () => resolve(false),
    })
  })
}

interface TypedQuestionProps extends Omit<ConfirmTypedOptions, 'title'> {
  onAnswer: (isMeant: boolean) => void
}

function TypedQuestion({ message, phrase, confirmLabel, act, onAnswer }: TypedQuestionProps) {
  const [box, asked] = useAct()
  const [typed, setTyped] = useState('')
  const isMeant = typed.trim().toUpperCase() === phrase.toUpperCase()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isMeant && (await asked.run(async () => act?.()))) onAnswer(true)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack ref={box}>
        <Text component="div">{message}</Text>
        <TextInput
          label={UI_WORDS.typeToConfirm(phrase)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
        />
        <Group justify="flex-end">
          <RefusalNote act={asked} />
          <Button variant="default" onClick={() => onAnswer(false)}>
            {UI_WORDS.cancel}
          </Button>
          <Button type="submit" color="red.9" disabled={!isMeant} loading={asked.isBusy}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
