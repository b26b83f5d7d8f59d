import { useRef } from 'react'
import { giveUp } from '#src/sync/outbox/refused/parked.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'
import { refusedSaves } from './send-booking.ts'

/** A form's state for the question on leaving it. */
export interface FormState {
  visitId: string
  isDirty: boolean
  wasRefused: boolean
}

/**
 * Closes a form, asking first if something would be lost: typed input, or a booking that the server refused and that
 * waits on this device.
 */
export function useGuardedClose(onClose: () => void) {
  const state = useRef<FormState>(undefined)
  const guard = (now: FormState) => {
    state.current = now
  }
  const close = async () => {
    const { visitId, isDirty, wasRefused } = state.current ?? {
      visitId: '',
      isDirty: false,
      wasRefused: false,
    }
    if (wasRefused) {
      const { title, message, giveUp: confirmLabel, keep } = WORDS.leave
      const isGivenUp = await confirmAction({ title, message, confirmLabel, cancelLabel: keep, danger: true })
      if (isGivenUp) await giveUpAll(visitId)
      return onClose()
    }
    const { title, message, confirm: confirmLabel, cancel: cancelLabel } = WORDS.dirty
    if (!isDirty || (await confirmAction({ title, message, confirmLabel, cancelLabel, danger: true })))
      onClose()
  }
  return { close, guard }
}

async function giveUpAll(visitId: string): Promise<void> {
  try {
    for (const id of await refusedSaves(visitId)) await giveUp(id)
  } catch (problem) {
    notifyError(problem)
  }
}
