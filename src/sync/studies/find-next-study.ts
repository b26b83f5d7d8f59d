import { type NextQuestion, nextStudyOf } from '#src/workers/next-study.ts'
import { getDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { findUnsignedStudies } from '../home/use-unsigned-studies.ts'
import { readCacheState } from '../pull/cache-state.ts'
import { findAbsentTexts, isTextHere } from '../reports/text-here.ts'
import { currentSession } from '../session/session-state.ts'
import { findSkipped } from './skipped-studies.ts'
import { viewerOf } from './viewer.ts'
import { studiesOfOthers } from './writers.ts'

/**
 * Id of the study that the person signed in reads after `studyId`, from this device and without the network; undefined
 * where no other one waits for this person here. While the server cannot be reached, studies whose text is not on this
 * device are left out: they could not be opened. Throws where nobody's studies are on this device.
 */
export async function findNextStudy(studyId: string): Promise<string | undefined> {
  const device = getDevice()
  const session = currentSession()
  if (!session) return undefined
  const isOnline = device.desk.isOnline()
  const question: NextQuestion = {
    viewer: viewerOf(session),
    canSign: session.can_sign === 1,
    withoutId: studyId,
    busy: studiesOfOthers(),
    absent: isOnline ? [] : await findAbsentTexts(device.databases),
    skipped: (await findSkipped()).map(({ study_id }) => study_id),
    now: Date.now(),
  }
  let next = await askForNext(device, question)
  if (isOnline) return next
  // The index tells most of them; what it does not tell is seen when the study is looked at.
  while (next !== undefined && !(await isTextHere(device.databases, next))) {
    question.absent = [...question.absent, next]
    next = await askForNext(device, question)
  }
  return next
}

/**
 * Whether all studies of the person's rights were fetched once: until then a study may wait that this device does not
 * know. Throws where nobody's studies are on this device.
 */
export async function areStudiesFetched(): Promise<boolean> {
  return (await readCacheState(getDevice().databases.cache)).isComplete
}

// The lists hold the studies in memory; while they are still being read, the index of the unsigned ones is quick enough.
async function askForNext(device: Device, question: NextQuestion): Promise<string | undefined> {
  const known = await device.worklist().next(question)
  return known ? known.id : nextStudyOf(await findUnsignedStudies(device.databases), question)
}
