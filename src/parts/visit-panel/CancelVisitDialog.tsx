import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { visitCalls } from '#contract/calls/visits.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { HeldNote, useHeldMoney } from './HeldNote.tsx'
import { useVisitAnswer } from './visit-answer.ts'
import { PANEL_WORDS as WORDS } from './words.ts'

export interface CancelVisitDialogProps {
  visit: Shown<'visit'>
  /** Called if the visit was cancelled and money must be refunded. */
  onRefund: () => void
  onClose: () => void
}

/** Cancel Appointment: asks why, names the received money, and needs the server, since the money must be refunded. */
export function CancelVisitDialog(props: CancelVisitDialogProps) {
  return (
    <Dialog opened onClose={props.onClose} title={WORDS.actions.cancel} size="lg" centered>
      <CancelForm {...props} />
    </Dialog>
  )
}

const REASON_MAX = 500

function CancelForm({ visit, onRefund, onClose }: CancelVisitDialogProps) {
  const { online } = useLink()
  const take = useVisitAnswer()
  const [reason, setReason] = useState('')
  const [box, act] = useAct()
  const [isMissing, setMissing] = useState(false)
  const held = useHeldMoney(visit)
  const mayRefund = useSession()?.modules.includes('create_refund') ?? false
  const isRefunded = held?.patients !== undefined && held.patients !== '' && mayRefund
  const cancel = async () => {
    const words = reason.trim()
    const input = { appt_id: visit.id, rev: visit.rev, ...(words && { reason: words }) }
    const answer = await callApi(visitCalls.cancel, input)
    take(answer.result.visit)
    notifyDone(answer.message || WORDS.cancelled)
    onClose()
    if (isRefunded) onRefund()
  }
  // The server would refuse it as a conflict with this device's own change.
  const refusal = !online ? WORDS.reasons.offline : visit.isWaiting ? WORDS.waiting : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isRefused = held !== undefined && reason.trim() === ''
    setMissing(isRefused)
    if (isRefused) act.refuse()
    else if (!refusal) void act.run(cancel)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack ref={box}>
        <Text>{WORDS.askCancel(visit.name)}</Text>
        {held && <HeldNote held={held} mayRefund={mayRefund} />}
        <Textarea
          label={WORDS.reason}
          withAsterisk={held !== undefined}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setMissing(false)
            act.forget()
          }}
          error={isMissing ? WORDS.reasonNeeded : act.fields.reason}
          data-autofocus
        />
        {refusal && <Text c="dimmed">{refusal}</Text>}
        <Group justify="flex-end">
          <RefusalNote act={act} isAtField={(name) => name === 'reason'} />
          <Button variant="default" onClick={onClose}>
            {WORDS.keep}
          </Button>
          <ReasonButton type="submit" color="red.9" loading={act.isBusy} reason={refusal}>
            {isRefunded ? WORDS.cancelAndRefund : WORDS.actions.cancel}
          </ReasonButton>
        </Group>
      </Stack>
    </form>
  )
}
