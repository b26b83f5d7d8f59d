import { useEffect, useState } from 'react'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { AddendumRow } from '#contract/calls/study-parts.ts'
import type { PaperBody } from '#src/db/tables.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { findPaper } from '#src/sync/reports/find-paper.ts'

/** What a study's papers need beside text and pictures, or why it could not be had; neither while it is first asked for. */
export interface AskedPaper {
  paper?: PaperBody
  error?: Error
  /** True while what is here is of signatures that have changed since, or nothing is here yet. */
  isAsking: boolean
}

interface Answer {
  /** The study and the signatures that were asked for. */
  of?: string
  studyId?: string
  paper?: PaperBody
  error?: Error
}

export interface PaperWish {
  study: StudyRow | undefined
  isWanted: boolean
  /** What is signed: each signature that is made or filed meanwhile asks for the paper anew. */
  reports: readonly ReportRow[]
  addenda: readonly AddendumRow[]
}

/**
 * Letterhead, covers and signatures of a study; nothing for who asked for none. Asked for again with each signature and
 * when the network is back.
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
      // The paper of these signatures stays when the network goes.
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
