import type { machine } from '#contract/masters/machine.ts'
import { isAeTitle } from '#domain/study/ae-title.ts'
import { isModality } from '#domain/study/modalities.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { MasterHooks } from '#server/masters/hooks.ts'
import { useWords } from '#server/masters/use-words.ts'

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
  // A screen names its machines in rows of its own, where no reference field shows them.
  usedIn: async (id, { tx, caller }) => {
    const screens = await tx
      .selectFrom('que_screen_machine as m')
      .innerJoin('que_screen as s', (on) =>
        on.onRef('s.client_id', '=', 'm.client_id').onRef('s.id', '=', 'm.screen_id'),
      )
      .select('s.name')
      .where('m.client_id', '=', caller.clientId)
      .where('m.machine_id', '=', id)
      .where('s.hidden', 'is', null)
      .orderBy('s.name')
      .execute()
    const [first] = screens
    return first ? [useWords('queue screen', { n: screens.length, name: first.name })] : []
  },
}
