import type { machine } from '#contract/masters/machine.ts'
import { isAeTitle } from '#domain/study/ae-title.ts'
import { isModality } from '#domain/study/modalities.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'

/** Machines: what their devices call themselves must be what DICOM allows. */
export const machineHooks: MasterHooks<typeof machine> = {
  prepare: async ({ aet, modality }) => {
    const broken = {
      ...(!isAeTitle(aet) && { aet: 'is 1 to 16 letters, digits or signs, without a backslash' }),
      ...(!isModality(modality) && { modality: 'is not a modality of the list' }),
    }
    if (Object.keys(broken).length > 0) throw invalid(broken)
    return undefined
  },
}
