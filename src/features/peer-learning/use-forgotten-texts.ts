import { useEffect } from 'react'
import { PEER_ROWS_MAX, type PeerPointRow, type PeerReadingRow } from '#contract/calls/peer-learning.ts'
import { dropPeerTexts, type PeerTextKind } from '#src/sync/reports/peer-text.ts'

/** Forgets what was typed about readings that went to somebody else, or that were sent from another device. */
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

// A full list may not hold everything: nothing is judged by it.
function drop(kind: PeerTextKind, all: readonly { id: string }[] | undefined, open: typeof all): void {
  if (all === undefined || open === undefined || all.length >= PEER_ROWS_MAX) return
  // Tried again with the next list.
  dropPeerTexts(
    kind,
    open.map(({ id }) => id),
  ).catch(() => undefined)
}
