import type { PriorRow } from '#contract/calls/priors.ts'
import { currentDevice } from '../current-device.ts'

/** What this device holds now of one former study of a study; undefined where it is not told of any longer. */
export async function heldPrior(studyId: string, priorId: string): Promise<PriorRow | undefined> {
  const held = await currentDevice()?.databases.priors.find(studyId)
  return held?.body.priors.find(({ study_id }) => study_id === priorId)
}
