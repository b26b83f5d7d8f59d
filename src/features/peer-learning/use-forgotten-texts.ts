import { useEffect } from 'react'
import { PEER_ROWS_MAX, type PeerPointRow, type PeerReadingRow } from '#contract/calls/peer-learning.ts'
import { dropPeerTexts, type PeerTextKind } from '#src/sync/reports/peer-text.ts'

/** Deletes typed text of readings that were assigned to another person or sent from another device. */
export function useForgottenTexts(
  waiting: readonly PeerReadingRow[] | undefined,
  points: readonly PeerPointRow[] | undefined,
): void {
  useEffect(() => drop('reading', waiting, waiting), [waiting])
  useEffect(
    () =>
      drop(
        'answer',
        points,
        points?.filter((row) => row.answered_on === null),
      ),
    [points],
  )
}

// A full list may be incomplete, so it decides nothing.
function drop(kind: PeerTextKind, all: readonly { id: string }[] | undefined, open: typeof all): void {
  if (all === undefined || open === undefined || all.length >= PEER_ROWS_MAX) return
  // A failure is retried with the next list.
  dropPeerTexts(
    kind,
    open.map(({ id }) => id),
  ).catch(() => undefined)
}
