import { Group, Stack, Text } from '@mantine/core'
import { type PatientRow, patientDeskCalls } from '#contract/calls/patient-desk.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from './patients.module.css'
import { MERGE_WORDS as WORDS } from './words.ts'

type Merge = OutputOf<typeof patientDeskCalls.merges>['result'][number]

const when = (at: string) => formatDateTime(new Date(at), branchZone())

/** The merges into a record, each with an undo. */
export function MergeHistory({ patient, onUndone }: { patient: PatientRow; onUndone: () => void }) {
  const { online } = useLink()
  const { answer, error, refresh } = useKeptCall(
    patientDeskCalls.merges,
    { id: patient.id },
    { isWanted: online, news: '', keptAs: undefined },
  )
  if (error) return <ErrorNote title={WORDS.history} message={error.message} onRetry={refresh} />
  if (!answer) return <SkeletonRows rows={3} />
  if (answer.result.length === 0) return <EmptyState title={WORDS.noHistory} />
  const undone = () => {
    refresh()
    onUndone()
  }
  return (
    <Stack gap={6}>
      {answer.result.map((merge) => (
        <MergeLine key={merge.id} merge={merge} onUndone={undone} />
      ))}
    </Stack>
  )
}

function MergeLine({ merge, onUndone }: { merge: Merge; onUndone: () => void }) {
  const [box, act] = useAct()
  const takeBack = async () => {
    const options = { title: WORDS.unmergeSure, message: WORDS.unmergeMessage, confirmLabel: WORDS.unmerge }
    if (!(await confirmAction({ ...options, danger: true }))) return
    await act.run(async () => {
      const { message } = await callApi(patientDeskCalls.unmerge, { id: merge.id })
      notifyDone(message)
      onUndone()
    })
  }
  return (
    <Group className={classes.side} justify="space-between" ref={box}>
      <Stack gap={2}>
        <Text fw={600}>
          {merge.name}{' '}
          <Text span c="dimmed" size="sm" className="tabular">
            {merge.pat_id}
          </Text>
        </Text>
        <Text size="sm" c="dimmed">
          {[WORDS.by(merge.merged_by, when(merge.merged_on)), WORDS.moved(merge.visits, merge.studies)].join(
            ' · ',
          )}
        </Text>
        {merge.undone_on && <Text size="sm">{WORDS.undone(when(merge.undone_on))}</Text>}
      </Stack>
      <RefusalNote act={act} />
      {!merge.undone_on && (
        <OnlineButton
          size="xs"
          variant="default"
          loading={act.isBusy}
          aria-label={WORDS.unmergeOf(merge.name)}
          onClick={() => void takeBack()}
        >
          {WORDS.unmerge}
        </OnlineButton>
      )}
    </Group>
  )
}
