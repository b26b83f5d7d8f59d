import { useEffect, useState } from 'react'
import { type ConsentEvidence, consentCalls } from '#contract/calls/consents.ts'
import { PaperDialog } from '#src/parts/papers/PaperDialog.tsx'
import { callApi } from '#src/sync/api/call-api.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { consentPaper } from './consent-paper.ts'
import { CONSENTS_WORDS } from './words.ts'

const { paper: WORDS } = CONSENTS_WORDS

export interface ConsentPaperProps {
  visit: Shown<'visit'>
  consentId: string
  onClose: () => void
}

/** A signed form on paper: loaded from the server, created on this page, stored nowhere. */
export function ConsentPaper({ visit, consentId, onClose }: ConsentPaperProps) {
  const { evidence, error } = useEvidence(consentId)
  if (evidence)
    return (
      <PaperDialog
        title={WORDS.title}
        branchId={visit.branch_id}
        fileName={WORDS.file}
        makePaper={(context) => consentPaper(visit, evidence, context)}
        onClose={onClose}
      />
    )
  return (
    <Dialog opened onClose={onClose} title={WORDS.title} size="min(860px, 96vw)">
      {error ? <ErrorNote title={WORDS.failed} message={error.message} /> : <SkeletonRows />}
    </Dialog>
  )
}

function useEvidence(id: string) {
  const [asked, setAsked] = useState<{ evidence?: ConsentEvidence; error?: Error }>({})
  useEffect(() => {
    const left = new AbortController()
    callApi(consentCalls.evidence, { id }, { signal: left.signal }).then(
      ({ result }) => setAsked({ evidence: result }),
      (error: Error) => {
        if (!left.signal.aborted) setAsked({ error })
      },
    )
    return () => left.abort()
  }, [id])
  return asked
}
