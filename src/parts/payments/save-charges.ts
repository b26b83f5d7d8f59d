import { visitCalls } from '#contract/calls/visits.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { type BookingDraft, CUSTOM_HEAD } from '#src/parts/booking/draft/draft.ts'
import type { Reckoning } from '#src/parts/booking/draft/reckon.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { getDevice } from '#src/sync/current-device.ts'

/** Charges of a visit as they are to be. */
export interface SavedCharges {
  draft: Pick<BookingDraft, 'headId'>
  /** The services that are sent, in their order. */
  sent: readonly string[]
  reckoning: Pick<Reckoning, 'lines'>
  decimals: number
  /** Of the visit as it was read. */
  rev: number
  reason: string | undefined
}

/** Saves the charges of a visit at the server. Throws like callApi. */
export async function saveCharges(
  id: string,
  { draft, sent, reckoning, decimals, rev, reason }: SavedCharges,
): Promise<void> {
  const lines = new Map(reckoning.lines.map((line) => [line.id, line]))
  await callApi(visitCalls.updateCharges, {
    appt_id: id,
    rev,
    discount_head_id: draft.headId === CUSTOM_HEAD ? null : draft.headId,
    services: sent.map((line) => ({
      id: line,
      charges: fromMinor(lines.get(line)?.charges ?? 0, decimals),
      discount: fromMinor(lines.get(line)?.discount ?? 0, decimals),
    })),
    ...(reason !== undefined && { change_reason: reason }),
  })
  getDevice().refresh()
}
