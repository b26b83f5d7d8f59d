import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { v7 as mintId } from 'uuid'
import { consentCalls } from '#contract/calls/consents.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { currentDevice } from '#src/sync/current-device.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { CONSENTS_WORDS } from './words.ts'

const { withdraw: WORDS } = CONSENTS_WORDS

export interface WithdrawDialogProps {
  consentId: string
  onClose: () => void
}

/** Asks for the reason for withdrawing a consent; the typed text stays if the server refuses. */
export function WithdrawDialog({ consentId, onClose }: WithdrawDialogProps) {
  // Created once, so that a double click makes one withdrawal.
  const [id] = useState(() => mintId())
  const [reason, setReason] = useState('')
  const [wasTried, setTried] = useState(false)
  const [box, act] = useAct()
  const isMissing = reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isMissing) return act.refuse()
    if (act.isBusy) return
    void act.run(async () => {
      await callApi(consentCalls.withdraw, { id, consent_id: consentId, reason: reason.trim() })
      currentDevice()?.refresh()
      notifyDone(WORDS.done)
      onClose()
    })
  }
  return (
    <Dialog opened onClose={onClose} title={WORDS.title} centered>
      <form onSubmit={submit} noValidate>
        <Stack ref={box}>
          <Text size="sm">{WORDS.hint}</Text>
          <Textarea
            label={WORDS.reason}
            required
            rows={3}
            maxLength={500}
            data-autofocus
            value={reason}
            error={wasTried && isMissing ? WORDS.missing : act.fields.reason}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              act.forget()
            }}
          />
          <Group justify="flex-end">
            <RefusalNote act={act} isAtField={(name) => name === 'reason'} />
            <Button variant="default" onClick={onClose}>
              {WORDS.cancel}
            </Button>
            <Button type="submit" color="red.9" loading={act.isBusy}>
              {WORDS.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
