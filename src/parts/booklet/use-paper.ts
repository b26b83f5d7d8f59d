import { useEffect, useState } from 'react'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { AddendumRow } from '#contract/calls/study-parts.ts'
import type { PaperBody } from '#src/db/tables.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { findPaper } from '#src/sync/reports/find-paper.ts'

/** What a study's papers need besides text and pictures, or why it is unavailable; neither during the first load. */
export interface AskedPaper {
  paper?: PaperBody
  error?: Error
  /** True if the signatures have changed since the shown paper was loaded, or nothing has loaded yet. */
  isAsking: boolean
}

interface Answer {
  /** The study and signatures of the request. */
  of?: string
  studyId?: string
  paper?: PaperBody
  error?: Error
}

export interface PaperWish {
  study: StudyRow | undefined
  isWanted: boolean
  /** Signed documents: each new or newly filed signature reloads the paper. */
  reports: readonly ReportRow[]
  addenda: readonly AddendumRow[]
}

/**
 * Returns the letterhead, covers and signatures of a study; empty if not wanted. Reloads with each signature
 * and when the network is back.
 */
export function usePaper({ study, isWanted, reports, addenda }: PaperWish): AskedPaper {
  const { online } = useLink()
  const [answer, setAnswer] = useState<Answer>({})
  const [studyId, branch] = [study?.id, study?.branch]
  const of = JSON.stringify([studyId, branch, reports.map(signaturesOf), addenda.map(signatureOf)])
  useEffect(() => {
    if (!isWanted || studyId === undefined || branch === undefined) return undefined
    let isCurrent = true
    findPaper(studyId, branch).then(
      ({ paper }) => isCurrent && setAnswer({ of, studyId, paper }),
      // Keeps the paper of these signatures when the network goes away.
      (error: Error) =>
        isCurrent &&
        setAnswer((before) => (before.of === of && before.paper ? before : { of, studyId, error })),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- asks again when the network is back
  }, [studyId, branch, of, isWanted, online])
  if (!isWanted || answer.studyId !== studyId) return { isAsking: isWanted }
  const { paper, error } = answer
  return { ...(paper && { paper }), ...(error && { error }), isAsking: answer.of !== of }
}

const signaturesOf = ({ id, signed_on, verified_on, signed_hash }: ReportRow) => [
  id,
  signed_on,
  verified_on,
  signed_hash,
]
const signatureOf = ({ id, signed_hash }: AddendumRow) => [id, signed_hash]
