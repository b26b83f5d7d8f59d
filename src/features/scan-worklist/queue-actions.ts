import { canBringNext, type ExamStatus, SERVICE_STATUS_TABLE } from '#domain/status/service-status.ts'
import { changeExamStatus } from '#src/sync/desk/change-exam-status.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import type { QueueEntry } from './queue-entries.ts'
import { QUEUE_WORDS as WORDS } from './words.ts'

/** Sets an examination to another state after the technician has confirmed it; cancelling has its own dialog. */
export async function changeStatus(entry: QueueEntry, status: ExamStatus): Promise<void> {
  const { label } = SERVICE_STATUS_TABLE[status]
  const isMeant = await confirmAction({
    title: WORDS.confirmTitle,
    message: WORDS.confirm(entry.name, entry.pat_name, label),
    confirmLabel: label,
  })
  if (!isMeant) return
  const { id, appt_id } = entry
  await kept(changeExamStatus({ id, appt_id, status }, WORDS.labels.status(entry.name, label)))
}

/** Adds time to the running scan. */
export async function addMinutes({ id, appt_id, name }: QueueEntry, minutes: Minutes): Promise<void> {
  await kept(
    enqueue(
      'que/addMinutesInExamTime',
      { id, appt_id, minutes },
      { label: WORDS.labels.minutes(name, minutes) },
    ),
  )
}

export type Minutes = 5 | 10 | 15 | 20 | 25 | 30 | 35 | 40 | 45 | 50 | 55 | 60

/**
 * Sets or removes the mark of the next patient at a machine. Setting it removes the mark of another patient
 * at the same machine, so that there is only one, even offline.
 */
export async function toggleBringNext(entry: QueueEntry, all: readonly QueueEntry[]): Promise<void> {
  const isMarked = entry.is_bring_next === 'Y'
  const others = isMarked
    ? []
    : all.filter(
        (other) =>
          other.id !== entry.id &&
          other.machine_id === entry.machine_id &&
          other.is_bring_next === 'Y' &&
          canBringNext(other.status),
      )
  for (const other of others) await setMark(other, 'N')
  await setMark(entry, isMarked ? 'N' : 'Y')
}

const setMark = ({ id, appt_id, name }: QueueEntry, value: 'Y' | 'N') =>
  kept(
    enqueue(
      'que/setBringNext',
      { id, appt_id, value },
      { label: value === 'Y' ? WORDS.labels.bring(name) : WORDS.labels.unbring(name) },
    ),
  )

// A full or locked device stores nothing: the technician must see that immediately.
const kept = (work: Promise<unknown>) => work.catch((error: unknown) => notifyError(error, WORDS.failed))
