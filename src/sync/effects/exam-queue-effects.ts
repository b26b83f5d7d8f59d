import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { lengthenedEnd, slotEndWith } from '#domain/queue/exam-time.ts'
import { byPerson, type EffectsOf, type LocalRecords, type Patch } from './effect.ts'

interface NamedService {
  id: string
  appt_id?: string | undefined
}

/** Calls from devices name the visit, because the change waits in its lane. */
const visitOf = ({ id, appt_id }: NamedService) => ({ type: 'visit' as const, id: appt_id ?? id })

/** The optimistic effects of the examination queue: a service of a visit changes, the others stay. */
export const examQueueEffects: EffectsOf<'que/addMinutesInExamTime' | 'que/setBringNext'> = {
  'que/addMinutesInExamTime': {
    record: visitOf,
    isAuto: byPerson,
    patches: async (input, local, { at }) => {
      const patches = await changeService(local, input, ({ exm_end_dt }) => ({
        exm_end_dt: lengthenedEnd(exm_end_dt, input.minutes, at),
      }))
      const visit = await local.findVisit(input.appt_id ?? '')
      const exam = visit?.services.find(({ id }) => id === input.id)
      if (!visit || !exam) return patches
      // Only the server knows who comes next: until its answer, the slot ends with the examination.
      const end = Date.parse(lengthenedEnd(exam.exm_end_dt, input.minutes, at))
      const machines = visit.machines.map((slot) =>
        slot.id === exam.appt_machine_id
          ? { ...slot, end_dt: new Date(slotEndWith(Date.parse(slot.end_dt), end, undefined)).toISOString() }
          : slot,
      )
      return [...patches, { type: 'visit', id: visit.id, change: { machines } }]
    },
  },
  'que/setBringNext': {
    record: visitOf,
    isAuto: byPerson,
    patches: (input, local) => changeService(local, input, () => ({ is_bring_next: input.value })),
  },
}

async function changeService(
  local: LocalRecords,
  { id, appt_id }: NamedService,
  change: (service: VisitServiceRow) => Partial<VisitServiceRow>,
): Promise<Patch[]> {
  const visit = appt_id === undefined ? undefined : await local.findVisit(appt_id)
  if (!visit) return []
  const services = visit.services.map((one) => (one.id === id ? { ...one, ...change(one) } : one))
  return [{ type: 'visit', id: visit.id, change: { services } }]
}
