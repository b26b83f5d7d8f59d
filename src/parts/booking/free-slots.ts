import * as z from 'zod/mini'
import { FreeSlot, visitCalls } from '#contract/calls/visits.ts'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import type { TimedStay } from './draft/timetable.ts'

const Offered = z.array(FreeSlot)

/** The free slots that a refusal offers (`slot_taken`); undefined where it was refused for another reason. */
export function slotsOffered(refusal: ErrorBody | undefined): readonly FreeSlot[] | undefined {
  if (refusal?.code !== 'slot_taken') return undefined
  const parsed = Offered.safeParse(refusal.current)
  return parsed.success ? parsed.data : []
}

/** Asks the server for free places near a stay; none where it cannot be asked. */
export async function askFreeSlots(
  branchId: string,
  visitId: string,
  stay: Pick<TimedStay, 'departmentId' | 'placeId' | 'start' | 'end'>,
): Promise<readonly FreeSlot[]> {
  const { departmentId, placeId, start, end } = stay
  const asked = callApi(visitCalls.freeSlots, {
    branch_id: branchId,
    department_id: departmentId,
    ...(placeId !== null && { machine_id: placeId }),
    start_dt: new Date(start).toISOString(),
    minutes: Math.max(1, Math.round((end - start) / 60_000)),
    appt_id: visitId,
  })
  return asked.then(
    ({ result }) => result,
    () => [],
  )
}
