import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { MINE_WORDS as WORDS } from './words.ts'

export interface NameDialogProps {
  title: string
  name: string
  /** Saves the name; a thrown error is shown. */
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for another name of a device or passkey. */
export function NameDialog({ title, name: before, onSave, onClose }: NameDialogProps) {
  const [name, setName] = useState(before)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || isBusy) return
    setBusy(true)
    try {
      await onSave(name.trim())
      onClose()
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem))
      setBusy(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={title} centered size="sm">
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          {error !== undefined && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          <TextInput
            label={WORDS.name}
            value={name}
            maxLength={60}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            {WORDS.save}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
