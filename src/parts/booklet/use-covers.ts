import { useEffect, useState } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { PaperBody } from '#src/db/tables.ts'
import { findPaper } from '#src/sync/reports/find-paper.ts'

export type Covers = Pick<PaperBody, 'booklet_front_file_id' | 'booklet_back_file_id'>

/** Front and back of the study's branch; undefined while they are not known, and for who asked for none. */
export function useCovers(study: StudyRow | undefined, isWanted: boolean): Covers | undefined {
  const [covers, setCovers] = useState<Covers>()
  const [id, branch] = [study?.id, study?.branch]
  useEffect(() => {
    if (!isWanted || id === undefined || branch === undefined) return undefined
    let isCurrent = true
    findPaper(id, branch).then(
      ({ paper }) => isCurrent && setCovers(paper),
      // Without them the booklet still has its pictures.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [id, branch, isWanted])
  return isWanted ? covers : undefined
}
