import { useState } from 'react'
import { messageCalls } from '#contract/calls/messages.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'

/** The QR code of a visit's papers, if known here. */
export interface ShownCode {
  url: string | undefined
  /** The server is being asked, and the paper waits for its answer. */
  isAsking: boolean
}

/**
 * Returns the content of the QR code with which a visit's patient requests the report. Cached on this device,
 * so that a paper shows it offline too; a visit that no server has yet has none.
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
