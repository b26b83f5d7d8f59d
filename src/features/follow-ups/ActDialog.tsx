import { Alert, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type FollowUpRow, followUpCalls } from '#contract/calls/follow-ups.ts'
import {
  CLOSE_REASON_WORDS,
  CLOSE_REASONS,
  type CloseReason,
  needsNote,
} from '#domain/follow-up/close-reasons.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { FOLLOW_UPS_WORDS as WORDS } from './words.ts'

export interface ActDialogProps {
  row: FollowUpRow
  onDone: () => void
  /** Called if another person has changed the follow-up, so the shown data is outdated. */
  onStale: () => void
  onClose: () => void
}

const REASONS = CLOSE_REASONS.map((value) => ({ value, label: CLOSE_REASON_WORDS[value] }))

/** Closes a follow-up with a reason, or reopens a closed one. */
export function ActDialog({ row, onDone, onStale, onClose }: ActDialogProps) {
  const { online } = useLink()
  const isReopening = row.state === 'Closed'
  const [reason, setReason] = useState<CloseReason>()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<{ reason?: string; note?: string; all?: string }>({})
  const [isStale, setStale] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isNoteNeeded = reason !== undefined && needsNote(reason)
  const act = async () => {
    const { id, rev } = row
    if (isReopening) return callApi(followUpCalls.reopenFollowUp, { id, rev })
    if (!reason) return setProblem({ reason: WORDS.reasonNeeded })
    if (isNoteNeeded && note.trim() === '') return setProblem({ note: WORDS.noteNeeded })
    return callApi(followUpCalls.closeFollowUp, { id, rev, reason, note: note.trim() })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const answer = await act()
      if (!answer) return
      notifyDone(answer.message)
      onDone()
    } catch (error) {
      setProblem({ all: error instanceof Error ? error.message : String(error) })
      if (!(error instanceof ApiError && error.code === 'conflict')) return
      // Nobody should close a follow-up without seeing its current state: the list shows it and can open it
      // again.
      setStale(true)
      onStale()
    } finally {
      setBusy(false)
    }
  }
  const refusal = isStale ? WORDS.changed : online ? undefined : WORDS.needsNetwork
  const title = isReopening ? WORDS.reopenTitle(row.what) : WORDS.closeTitle(row.what)
  return (
    <Dialog opened onClose={onClose} title={title} centered>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {problem.all !== undefined && (
            <Alert color="red" role="alert">
              {problem.all}
            </Alert>
          )}
          <Text size="sm">{[row.pat_name, row.pat_id].filter(Boolean).join(' · ')}</Text>
          {isReopening && <Text size="sm">{WORDS.reopenQuestion}</Text>}
          {isReopening && row.close_reason === 'Died' && <Text size="sm">{WORDS.reopenDied}</Text>}
          {!isReopening && (
            <>
              <Select
                label={WORDS.why}
                description={reason === 'Died' ? WORDS.diedHint : undefined}
                withAsterisk
                data={REASONS}
                value={reason ?? null}
                error={problem.reason}
                data-autofocus
                comboboxProps={{ withinPortal: true }}
                onChange={(next) => {
                  setReason(CLOSE_REASONS.find((one) => one === next))
                  setProblem({})
                }}
              />
              <Textarea
                label={WORDS.note}
                withAsterisk={isNoteNeeded}
                rows={3}
                maxLength={500}
                value={note}
                error={problem.note}
                onChange={(event) => {
                  setNote(event.currentTarget.value)
                  setProblem({})
                }}
              />
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {WORDS.cancel}
            </Button>
            <ReasonButton type="submit" loading={isBusy} reason={refusal}>
              {isReopening ? WORDS.reopen : WORDS.close}
            </ReasonButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
