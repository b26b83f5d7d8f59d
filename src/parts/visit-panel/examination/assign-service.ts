import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { EXAM_WORDS as WORDS } from './words.ts'

/** Sets or removes a service's tag; works offline. */
export async function assignServiceTag(
  visitId: string,
  serviceId: string,
  tagId: string | null,
): Promise<void> {
  const input = { id: visitId, service_id: serviceId, tag_id: tagId }
  await enqueue('appt/assignTag', input, { label: WORDS.assignTag })
}

/** The doctors and tag chosen for a service. */
export interface ServiceChoice {
  writerId: string | null
  signerId: string | null
  tagId: string | null
}

/** Saves the differences from the service's current values; returns whether there were any. */
export async function assignService(
  visitId: string,
  service: VisitServiceRow,
  { writerId, signerId, tagId }: ServiceChoice,
): Promise<boolean> {
  const isOther = writerId !== service.assigned_doctor_id || signerId !== service.signed_by_doctor_id
  const isOtherTag = tagId !== service.tag_id
  if (isOther)
    await enqueue(
      'appt/assignRadiologyDoctor',
      { id: service.id, appt_id: visitId, assigned_doctor_id: writerId, signed_by_doctor_id: signerId },
      { label: WORDS.assign },
    )
  if (isOtherTag) await assignServiceTag(visitId, service.id, tagId)
  return isOther || isOtherTag
}
