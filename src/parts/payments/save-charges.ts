import { visitCalls } from '#contract/calls/visits.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { type BookingDraft, CUSTOM_HEAD } from '#src/parts/booking/draft/draft.ts'
import type { Reckoning } from '#src/parts/booking/draft/reckon.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { getDevice } from '#src/sync/current-device.ts'

/** The new charges of a visit. */
export interface SavedCharges {
  draft: Pick<BookingDraft, 'headId'>
  /** The ids of the services to send, in order. */
  sent: readonly string[]
  reckoning: Pick<Reckoning, 'lines'>
  decimals: number
  /** The revision of the visit that was read. */
  rev: number
  reason: string | undefined
}

/** Saves the charges of a visit on the server; returns the new revision. Throws like callApi. */
export async function saveCharges(
  id: string,
  { draft, sent, reckoning, decimals, rev, reason }: SavedCharges,
): Promise<number> {
  const lines = new Map(reckoning.lines.map((line) => [line.id, line]))
  const { result } = await callApi(visitCalls.updateCharges, {
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
  return result.visit.rev
}
