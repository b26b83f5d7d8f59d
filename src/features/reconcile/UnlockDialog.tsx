import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { monthLockCalls } from '#contract/calls/month-lock.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RECONCILE_WORDS } from './words.ts'

const WORDS = RECONCILE_WORDS.months

export interface UnlockDialogProps {
  /** The month as displayed. */
  month: string
  lockId: string
  onDone: () => void
  onClose: () => void
}

/** Asks for the reason to unlock a month, and unlocks it. */
export function UnlockDialog({ month, lockId, onDone, onClose }: UnlockDialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setProblem(WORDS.reasonNeeded)
    setBusy(true)
    try {
      const { message } = await callApi(monthLockCalls.unlock, { id: lockId, reason: reason.trim() })
      notifyDone(message)
      onDone()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={WORDS.unlockTitle(month)} centered>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text>{WORDS.unlockText}</Text>
          <Textarea
            label={WORDS.reason}
            withAsterisk
            rows={3}
            maxLength={500}
            data-autofocus
            value={reason}
            error={problem}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {WORDS.cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {WORDS.unlock}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
