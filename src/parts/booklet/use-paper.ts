import { useEffect, useState } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { PaperBody } from '#src/db/tables.ts'
import { findPaper } from '#src/sync/reports/find-paper.ts'

/** What a study's papers need beside text and pictures, or why it could not be had; neither while it is asked for. */
export interface AskedPaper {
  paper?: PaperBody
  error?: Error
}

const NOT_YET: AskedPaper = {}

/** Letterhead, covers and signatures of a study; nothing for who asked for none. */
export function usePaper(study: StudyRow | undefined, isWanted: boolean): AskedPaper {
  const [asked, setAsked] = useState<AskedPaper & { of?: string }>(NOT_YET)
  const [id, branch] = [study?.id, study?.branch]
  useEffect(() => {
    if (!isWanted || id === undefined || branch === undefined) return undefined
    let isCurrent = true
    findPaper(id, branch).then(
      ({ paper }) => isCurrent && setAsked({ of: id, paper }),
      (error: Error) => isCurrent && setAsked({ of: id, error }),
    )
    return () => {
      isCurrent = false
    }
  }, [id, branch, isWanted])
  return isWanted && asked.of === id ? asked : NOT_YET
}
