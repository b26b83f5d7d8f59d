import { type StudyRow, studyCalls } from '#contract/calls/studies.ts'
import { useCall } from '../api/use-call.ts'

/** One study by its id; undefined until it is found. */
export function useStudy(studyId: string): StudyRow | undefined {
  return useCall(studyCalls.rowDetail, { id: studyId }).answer?.result
}
