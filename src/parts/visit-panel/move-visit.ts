import type { FooterActionKind } from '#domain/visit/footer-actions.ts'
import { enqueue } from '#src/sync/outbox/enqueue.ts'
import { notifyDone } from '#src/ui/notify.ts'
import { PANEL_WORDS as WORDS } from './words.ts'

/** The steps that work without the network. */
export type VisitStep = Exclude<FooterActionKind, 'edit' | 'cancel'>

const CALLS = {
  confirm: 'appt/confirmAppointment',
  start: 'appt/startVisit',
  complete: 'appt/completeAppointment',
} as const satisfies Record<VisitStep, string>

/** Moves a visit on: on this device at once, sent as soon as the server can be reached. */
export async function moveVisit(visitId: string, step: VisitStep): Promise<void> {
  await enqueue(CALLS[step], { appt_id: visitId }, { label: WORDS.actions[step] })
  notifyDone(WORDS.steps[step])
}
