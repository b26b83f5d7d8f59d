import { changeOfInput, patientOfInput } from '../patients/patient-of-input.ts'
import { branchZone } from '../session/branch-zone.ts'
import { byPerson, type EffectsOf } from './effect.ts'

/** The optimistic effect of registering or changing a patient. */
export const patientEffects: EffectsOf<'patient/save'> = {
  'patient/save': {
    record: ({ id }) => ({ type: 'patient', id }),
    isAuto: byPerson,
    patches: async (input, local, { at }) => {
      const when = { at, zone: branchZone() }
      const known = await local.findPatient(input.id)
      const change = known
        ? changeOfInput(input, when)
        : patientOfInput(input, { ...when, deviceName: await local.findDeviceName() })
      return [{ type: 'patient', id: input.id, change }]
    },
  },
}
