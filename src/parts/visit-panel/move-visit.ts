import type { FooterActionKind } from '#domain/visit/footer-actions.ts'
import { startVisit } from '#src/sync/desk/start-visit.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { PANEL_WORDS as WORDS } from './words.ts'

/** The steps that work offline. */
export type VisitStep = Exclude<FooterActionKind, 'edit' | 'cancel'>

const CALLS = {
  confirm: 'appt/confirmAppointment',
  complete: 'appt/completeAppointment',
} as const satisfies Record<Exclude<VisitStep, 'start'>, string>

/** Advances a visit: on this device at once, sent as soon as the server is reachable. */
export async function moveVisit(visit: { id: string; branch_id: string }, step: VisitStep): Promise<void> {
  const label = WORDS.actions[step]
  if (step === 'start') await startVisit(visit, label)
  else await enqueue(CALLS[step], { appt_id: visit.id }, { label })
  notifyDone(WORDS.steps[step])
}
