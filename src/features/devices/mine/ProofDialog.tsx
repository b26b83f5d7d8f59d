import { Alert, Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type PasskeyProof, provePasskey } from '#src/sync/passkeys/own-passkeys.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { MINE_WORDS as WORDS } from './words.ts'

export interface ProofDialogProps {
  title: string
  hint: string
  /** The label of the action's button. */
  action: string
  danger?: boolean
  /** Whether one of the person's passkeys works on this device. */
  hasPasskey: boolean
  /** Also shows a name field, with this initial value. */
  name?: string
  /** Performs the action that needs the proof; a thrown error is shown. */
  onProved: (proof: PasskeyProof, name: string) => Promise<void>
  onClose: () => void
}

/**
 * Confirms an action that needs proof: the person types the password or uses a passkey as part of the same
 * action.
 */
export function ProofDialog(props: ProofDialogProps) {
  const { title, hint, action, danger = false, hasPasskey, name: firstName, onProved, onClose } = props
  const [name, setName] = useState(firstName ?? '')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isNamed = firstName === undefined || name.trim() !== ''

  const attempt = async (prove: () => Promise<PasskeyProof>) => {
    if (isBusy || !isNamed) return
    setBusy(true)
    setError(undefined)
    try {
      await onProved(await prove(), name.trim())
    } catch (problem) {
      setError(wordsOf(problem))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') void attempt(async () => ({ password }))
  }
  return (
    <Dialog opened onClose={onClose} title={title} centered size="sm">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{hint}</Text>
          {error !== undefined && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          {firstName !== undefined && (
            <TextInput
              label={WORDS.newName}
              value={name}
              maxLength={60}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
          )}
          <PasswordInput
            label={WORDS.password}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            autoComplete="current-password"
            data-autofocus
          />
          <Button
            type="submit"
            loading={isBusy}
            disabled={password === '' || !isNamed}
            {...(danger && { color: 'red.9' })}
          >
            {action}
          </Button>
          {hasPasskey && (
            <>
              <Divider label={WORDS.or} />
              <Button
                variant="default"
                leftSection={<IconFingerprint size={18} aria-hidden />}
                disabled={isBusy || !isNamed}
                onClick={() => void attempt(provePasskey)}
              >
                {WORDS.byPasskey}
              </Button>
            </>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}

// Prefers the password field's own message, because "Please correct the highlighted fields." says less.
function wordsOf(problem: unknown): string {
  if (typeof problem === 'object' && problem !== null && 'fields' in problem) {
    const [[field, rule] = []] = Object.entries((problem.fields ?? {}) as Record<string, string>)
    if (field === 'password' && rule !== undefined) return `${WORDS.password} ${rule}.`
  }
  return problem instanceof Error ? problem.message : String(problem)
}
