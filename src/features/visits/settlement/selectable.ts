import { findUnsettleable } from '#domain/money/settlement.ts'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import { SETTLEMENT_WORDS as WORDS } from './words.ts'

/** Returns why a visit cannot be selected for a settlement; undefined if it can. */
export function selectRefusal(row: ListedVisit): string | undefined {
  const reason = findUnsettleable(row)
  if (reason) return WORDS.unsettleable[reason]
  return row.rev === 0 ? WORDS.onDevice : undefined
}
