import type { PriorRow } from '#contract/calls/priors.ts'
import { currentDevice } from '../current-device.ts'

/** Returns this device's data of one prior study of a study; undefined if it is no longer included. */
export async function heldPrior(studyId: string, priorId: string): Promise<PriorRow | undefined> {
  const held = await currentDevice()?.databases.priors.find(studyId)
  return held?.body.priors.find(({ study_id }) => study_id === priorId)
}
