import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { lengthenedEnd } from '#domain/queue/exam-time.ts'
import { byPerson, type EffectsOf, type LocalRecords, type Patch } from './effect.ts'

const visitOf = ({ appt_id }: { appt_id: string }) => ({ type: 'visit' as const, id: appt_id })

/** The optimistic effects of the examination queue: a service of a visit changes, the others stay. */
export const examQueueEffects: EffectsOf<'que/addMinutesInExamTime' | 'que/setBringNext'> = {
  'que/addMinutesInExamTime': {
    record: visitOf,
    isAuto: byPerson,
    patches: ({ appt_id, id, minutes }, local, { at }) =>
      changeService(local, appt_id, id, ({ exm_end_dt }) => ({
        exm_end_dt: lengthenedEnd(exm_end_dt, minutes, at),
      })),
  },
  'que/setBringNext': {
    record: visitOf,
    isAuto: byPerson,
    patches: ({ appt_id, id, value }, local) =>
      changeService(local, appt_id, id, () => ({ is_bring_next: value })),
  },
}

async function changeService(
  local: LocalRecords,
  visitId: string,
  id: string,
  change: (service: VisitServiceRow) => Partial<VisitServiceRow>,
): Promise<Patch[]> {
  const visit = await local.findVisit(visitId)
  if (!visit) return []
  const services = visit.services.map((one) => (one.id === id ? { ...one, ...change(one) } : one))
  return [{ type: 'visit', id: visitId, change: { services } }]
}
