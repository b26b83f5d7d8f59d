import { type BookingRow, bookingCalls } from '#contract/calls/bookings.ts'
import { CANCELLED_REQUEST, COMPLETED_REQUEST } from '#domain/status/booking-status.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { startVisit as start } from '#src/sync/desk/start-visit.ts'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { confirmTyped } from '#src/ui/dialog/confirm-typed.tsx'
import { notifyDone, notifyError } from '#src/ui/notes/notify.ts'
import { nameOf } from './row-actions.ts'
import { REQUEST_WORDS as WORDS } from './words.ts'

/** Starts the visit of a request; it takes effect on this device immediately. */
export async function startVisit({ appt_id, branch_id }: BookingRow): Promise<void> {
  if (appt_id === null || branch_id === null) return
  await start({ id: appt_id, branch_id }, WORDS.labels.start).catch(notifyError)
}

/** Completes or cancels a request after the person has confirmed it. */
export async function endRequest(
  row: BookingRow,
  kind: 'complete' | 'cancel',
  onDone: () => void,
): Promise<void> {
  const isCancel = kind === 'cancel'
  const keeps = row.appt_id !== null && isCancel ? ` ${WORDS.confirm.keepsVisit}` : ''
  const status = isCancel ? CANCELLED_REQUEST : COMPLETED_REQUEST
  await confirmAct({
    title: WORDS.actions[kind],
    message: `${WORDS.confirm[kind](nameOf(row))}${keeps}`,
    confirmLabel: WORDS.actions[kind],
    ...(isCancel && { cancelLabel: WORDS.confirm.keep, danger: true }),
    act: async () => {
      await callApi(bookingCalls.setStatus, { request_id: row.id, status })
      notifyDone(isCancel ? WORDS.done.Cancelled : WORDS.done.Completed)
    },
  })
  // Refresh even after a refusal, to show what another desk did in the meantime.
  onDone()
}

/** Deletes all pending requests of a branch after the person has typed the confirmation. */
export async function deleteForBranch(
  branch: { id: string; name: string },
  onDone: () => void,
): Promise<void> {
  await confirmTyped({
    title: WORDS.deleteTitle,
    message: WORDS.deleteMessage(branch.name),
    phrase: WORDS.deletePhrase,
    confirmLabel: WORDS.deleteConfirm,
    act: async () => {
      const { result } = await callApi(bookingCalls.deleteAll, { branch_id: branch.id })
      notifyDone(WORDS.deleted(result.deleted))
    },
  })
  onDone()
}
