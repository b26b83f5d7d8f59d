import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { v7 as mintId } from 'uuid'
import { consentCalls } from '#contract/calls/consents.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { currentDevice } from '#src/sync/current-device.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notify.ts'
import { CONSENTS_WORDS } from './words.ts'

const { withdraw: WORDS } = CONSENTS_WORDS

export interface WithdrawDialogProps {
  consentId: string
  onClose: () => void
}

/** Asks why a consent is withdrawn; what was typed stays where the server refuses. */
export function WithdrawDialog({ consentId, onClose }: WithdrawDialogProps) {
  // Minted once: pressed twice, it is one withdrawal.
  const [id] = useState(() => mintId())
  const [reason, setReason] = useState('')
  const [wasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const isMissing = reason.trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isMissing || isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await callApi(consentCalls.withdraw, { id, consent_id: consentId, reason: reason.trim() })
      currentDevice()?.refresh()
      notifyDone(WORDS.done)
      onClose()
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)))
      setBusy(false)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={WORDS.title} centered>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <Text size="sm">{WORDS.hint}</Text>
          <Textarea
            label={WORDS.reason}
            required
            rows={3}
            maxLength={500}
            data-autofocus
            value={reason}
            error={wasTried && isMissing ? WORDS.missing : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error && <ErrorNote title={WORDS.failed} message={error.message} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {WORDS.cancel}
            </Button>
            <Button type="submit" color="red.9" loading={isBusy}>
              {WORDS.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
