import { useState } from 'react'
import { messageCalls } from '#contract/calls/messages.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'

/** The QR code of a visit's papers, as far as it is known here. */
export interface ShownCode {
  url: string | undefined
  /** The server is asked, and the paper waits for its answer. */
  isAsking: boolean
}

/**
 * What the QR code holds by which the patient of a visit asks for the report. This device keeps it, so that a paper shows
 * it without the network too; a visit that no server has yet has none.
 */
export function useReportCode(visitId: string | undefined, isPrinted: boolean): ShownCode {
  const { online } = useLink()
  const [now] = useState(() => new Date())
  const isWanted = isPrinted && visitId !== undefined
  const { answer, error } = useKeptCall(
    messageCalls.reportCode,
    { appt_id: visitId ?? '' },
    { isWanted: isWanted && online, news: '', keptAs: isWanted ? `report-code:${visitId}` : undefined },
  )
  const isOver = answer !== undefined && new Date(answer.result.expires) <= now
  return {
    url: isWanted && !isOver ? answer?.result.url : undefined,
    isAsking: isWanted && online && (answer === undefined || isOver) && error === undefined,
  }
}
