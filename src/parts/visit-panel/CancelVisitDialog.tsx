import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { visitCalls } from '#contract/calls/visits.ts'
import { ApiError, callApi } from '#src/sync/api/call-api.ts'
import type { Shown } from '#src/sync/desk/shown.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notify.ts'
import { useVisitAnswer } from './visit-answer.ts'
import { PANEL_WORDS as WORDS } from './words.ts'

export interface CancelVisitDialogProps {
  visit: Shown<'visit'>
  onClose: () => void
}

/** Cancel Appointment: says why, and needs the server, since money may have to go back. */
export function CancelVisitDialog({ visit, onClose }: CancelVisitDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={WORDS.actions.cancel} centered>
      <CancelForm visit={visit} onClose={onClose} />
    </Dialog>
  )
}

const REASON_MAX = 500

function CancelForm({ visit, onClose }: CancelVisitDialogProps) {
  const { online } = useLink()
  const take = useVisitAnswer()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Error>()
  const cancel = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      const words = reason.trim()
      const input = { appt_id: visit.id, rev: visit.rev, ...(words && { reason: words }) }
      const answer = await callApi(visitCalls.cancel, input)
      take(answer.result.visit)
      notifyDone(answer.message || WORDS.cancelled)
      onClose()
    } catch (error) {
      // What was typed stays in its field.
      setProblem(error instanceof Error ? error : new Error(String(error)))
      setBusy(false)
    }
  }
  const isAboutReason = problem instanceof ApiError && problem.code === 'reason_needed'
  return (
    <form onSubmit={(event) => void cancel(event)}>
      <Stack>
        <Text>{WORDS.askCancel(visit.name)}</Text>
        <Textarea
          label={WORDS.reason}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={isAboutReason && problem?.message}
          data-autofocus
        />
        {problem && !isAboutReason && <ErrorNote message={problem.message} />}
        {!online && <Text c="dimmed">{WORDS.reasons.offline}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {WORDS.keep}
          </Button>
          <Button type="submit" color="red.9" loading={isBusy} disabled={!online}>
            {WORDS.actions.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
