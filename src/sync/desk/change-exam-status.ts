import type { QueueInput } from '#contract/registry.ts'
import { SCAN_COMPLETED, SCAN_IN_PROGRESS } from '#domain/status/service-status.ts'
import { enqueue } from '../outbox/make/enqueue.ts'
import { demandFormF } from './form-f-ground.ts'

/** Sets the progress of an examination. Starting or completing an obstetric scan needs its Form F (docs/form-f.md). */
export async function changeExamStatus(
  input: QueueInput<'appt/changeServiceStatus'>,
  label: string,
): Promise<string> {
  const { appt_id, id, status } = input
  const isScan = status === SCAN_IN_PROGRESS || status === SCAN_COMPLETED
  const after = isScan ? await demandFormF(appt_id, { id, status }) : []
  return enqueue('appt/changeServiceStatus', input, { label, after })
}
