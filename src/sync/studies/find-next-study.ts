import { type NextQuestion, nextStudyOf } from '#src/workers/next-study.ts'
import { getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { findUnsignedStudies } from '../home/use-unsigned-studies.ts'
import { readCacheState } from '../pull/cache-state.ts'
import { findAbsentTexts, isTextHere } from '../reports/text-here.ts'
import { currentSession } from '../session/session-state.ts'
import { findReader } from './reader.ts'
import { viewerOf } from './viewer.ts'

/**
 * Returns the id of the study that the signed-in user reads after `studyId`, from this device and offline; undefined if
 * no other one waits for this user here. While the server cannot be reached, skips studies whose text is not on this
 * device: they could not be opened. Throws if there are no databases.
 */
export async function findNextStudy(studyId: string): Promise<string | undefined> {
  const device = getDevice()
  const session = currentSession()
  if (!session) return undefined
  const isOnline = device.author.isOnline()
  const question: NextQuestion = {
    ...(await findReader(session)),
    viewer: viewerOf(session),
    withoutId: studyId,
    absent: isOnline ? [] : await findAbsentTexts(device.databases),
    now: Date.now(),
  }
  let next = await askForNext(device, question)
  if (isOnline) return next
  // The index finds most of them; the rest are found when the study is checked.
  while (next !== undefined && !(await isTextHere(device.databases, next))) {
    question.absent = [...question.absent, next]
    next = await askForNext(device, question)
  }
  return next
}

/**
 * Whether all studies that the user may access were fetched once: until then one may wait that this device does not
 * know. Throws if there are no databases.
 */
export async function areStudiesFetched(): Promise<boolean> {
  return (await readCacheState(getDevice().databases.cache)).isComplete
}

// The lists have the studies in memory; while those are still loading, the index of unsigned ones is fast enough.
async function askForNext(device: Device, question: NextQuestion): Promise<string | undefined> {
  const known = await device.worklist().next(question)
  return known ? known.id : nextStudyOf(await findUnsignedStudies(device.databases), question)
}
