import type { EffectsOf } from './effect.ts'

/** A doctor's texts at a visit save automatically: a later save replaces one that waits. */
const always = () => true

/** The optimistic effects of clinic notes and prescriptions: the whole record, because the first save creates it. */
export const clinicalEffects: EffectsOf<'appt/saveTreatmentDtl' | 'appt/savePrescription'> = {
  'appt/saveTreatmentDtl': {
    record: ({ id }) => ({ type: 'treatment', id }),
    isAuto: always,
    patches: async ({ id, appt_id, appt_machine_id = null, type, content }, _, author) => {
      const doctor = { doctor_id: author.userId, doctor: author.name }
      const change = { id, appt_id, appt_machine_id, ...doctor, type, content, updated: author.at }
      return [{ type: 'treatment', id, change }]
    },
  },
  'appt/savePrescription': {
    record: ({ id }) => ({ type: 'prescription', id }),
    isAuto: always,
    patches: async ({ id, appt_id, appt_machine_id = null, prescriptions }, _, author) => {
      const doctor = { doctor_id: author.userId, doctor: author.name }
      const change = { id, appt_id, appt_machine_id, ...doctor, prescriptions, updated: author.at }
      return [{ type: 'prescription', id, change }]
    },
  },
}
