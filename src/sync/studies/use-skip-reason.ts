import { useEffect, useState } from 'react'
import type { SkipReason } from '#domain/study/lists/skip-reasons.ts'
import { findSkipped } from './skipped-studies.ts'

/** Returns why the user postponed the study earlier, on this device in this session. */
export function useSkipReason(studyId: string): SkipReason | undefined {
  const [reason, setReason] = useState<SkipReason>()
  useEffect(() => {
    let isCurrent = true
    findSkipped().then(
      (all) => isCurrent && setReason(all.find(({ study_id }) => study_id === studyId)?.reason),
      // A note that cannot be read is not shown.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [studyId])
  return reason
}
