import { Alert, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type LeakEntry, leakageActCalls } from '#contract/calls/leakage.ts'
import { isReasonOf, LEAK_REASONS, needsNote, REASONS_OF_LINE } from '#domain/leakage/lines.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { entryName } from './entry-name.ts'
import classes from './leakage.module.css'
import { LEAKAGE_WORDS as WORDS } from './words.ts'

export interface ActDialogProps {
  entry: LeakEntry
  zone: string
  onDone: () => void
  onClose: () => void
}

/** Explains an entry with a reason, or reopens an explained one; shows the earlier actions. */
export function ActDialog({ entry, zone, onDone, onClose }: ActDialogProps) {
  const { line, subject_id, version, acts } = entry
  const { online } = useLink()
  const act = entry.is_explained === 1 ? 'Reopened' : 'Explained'
  const [reason, setReason] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<{ reason?: string; note?: string; all?: string }>({})
  const [isBusy, setBusy] = useState(false)
  const chosen = LEAK_REASONS.find((one) => one === reason && isReasonOf(line, one))
  const isNoteNeeded = act === 'Reopened' || (chosen !== undefined && needsNote(chosen))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (act === 'Explained' && !chosen) return setProblem({ reason: WORDS.reasonNeeded })
    if (isNoteNeeded && note.trim() === '') return setProblem({ note: WORDS.noteNeeded })
    setBusy(true)
    try {
      const { message } = await callApi(leakageActCalls.act, {
        line,
        subject_id,
        act,
        ...(act === 'Explained' && chosen ? { reason: chosen } : {}),
        note: note.trim(),
        version,
      })
      notifyDone(message)
      onDone()
    } catch (error) {
      setProblem({ all: error instanceof Error ? error.message : String(error) })
      setBusy(false)
    }
  }
  const name = entryName(entry)
  const title = act === 'Explained' ? WORDS.explainOf(name) : WORDS.reopenOf(name)
  return (
    <Dialog opened onClose={onClose} title={title} centered>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {problem.all !== undefined && (
            <Alert color="red" role="alert">
              {problem.all}
            </Alert>
          )}
          {act === 'Explained' && (
            <Select
              label={WORDS.why}
              withAsterisk
              data={REASONS_OF_LINE[line].map((value) => ({ value, label: WORDS.reasons[value] }))}
              value={reason}
              error={problem.reason}
              data-autofocus
              comboboxProps={{ withinPortal: true }}
              onChange={(next) => {
                setReason(next)
                setProblem({})
              }}
            />
          )}
          <Textarea
            label={WORDS.note}
            description={WORDS.noteHint}
            withAsterisk={isNoteNeeded}
            rows={3}
            maxLength={500}
            value={note}
            error={problem.note}
            {...(act === 'Reopened' && { 'data-autofocus': true })}
            onChange={(event) => {
              setNote(event.currentTarget.value)
              setProblem({})
            }}
          />
          {acts.length > 0 && <Acts acts={acts} zone={zone} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {WORDS.cancel}
            </Button>
            <ReasonButton type="submit" loading={isBusy} reason={online ? undefined : WORDS.needsNetwork}>
              {act === 'Explained' ? WORDS.explain : WORDS.reopen}
            </ReasonButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function Acts({ acts, zone }: { acts: LeakEntry['acts']; zone: string }) {
  return (
    <section aria-label={WORDS.earlier}>
      <Text fw={600} size="sm">
        {WORDS.earlier}
      </Text>
      <ul className={classes.acts}>
        {acts.map(({ version, act, reason, note, by, at }) => (
          <li key={version}>
            <Text size="sm">
              {WORDS.actOf[act]}
              {reason && `: ${WORDS.reasons[reason]}`}
            </Text>
            {note !== '' && <Text size="sm">{note}</Text>}
            <Text size="xs" c="dimmed">
              {WORDS.byAt(by, formatDateTime(new Date(at), zone))}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
