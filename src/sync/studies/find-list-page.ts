import type { StudyListInput } from '#contract/calls/studies.ts'
import { currentDevice } from '../current-device.ts'
import { currentSession } from '../session/session-state.ts'
import { listQuestionOf } from './list-question.ts'

/**
 * Returns the page of a list on which a study stands, from this device and offline; undefined if it is not in the list, or
 * if the device does not have the list in memory.
 */
export async function findListPage(input: StudyListInput, studyId: string): Promise<number | undefined> {
  const [device, session] = [currentDevice(), currentSession()]
  if (!device?.hasWorklist() || !session) return undefined
  const found = await device.worklist().pageOf(await listQuestionOf(input, session), studyId)
  return found?.page
}
