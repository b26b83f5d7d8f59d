import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { WrongPasswordError } from '#src/sync/session/vault/vault-errors.ts'
import { turnOnTouch } from '#src/sync/touch/touch-here.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { TOUCH_UNLOCK_WORDS as WORDS } from './words.ts'

export interface TurnOnDialogProps {
  opened: boolean
  onClose: () => void
}

/** Asks for the password, then for the passkey that will unlock this device. */
export function TurnOnDialog({ opened, onClose }: TurnOnDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.dialog} centered>
      {/* Unmounted with the dialog, so that no password stays in memory. */}
      <TurnOnForm onDone={onClose} />
    </Dialog>
  )
}

function TurnOnForm({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Error>()
  const isWrong = problem instanceof WrongPasswordError

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React bubbles events from a dialog's form to the page's own form.
    event.stopPropagation()
    if (password === '' || isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const { name } = await turnOnTouch(password)
      notifyDone(WORDS.turnedOn(name))
      onDone()
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={WORDS.dialog}>
      <Stack>
        <Text size="sm">{WORDS.dialogHint}</Text>
        <PasswordInput
          label={WORDS.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          data-autofocus
          readOnly={isBusy}
          error={isWrong ? WORDS.wrong : undefined}
          errorProps={{ role: 'alert' }}
        />
        {problem && !isWrong && (
          <Alert color="red" role="alert">
            {problem.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={password === ''}>
            {WORDS.go}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
