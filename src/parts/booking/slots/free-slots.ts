import * as z from 'zod/mini'
import { FreeSlot } from '#contract/calls/visits.ts'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'

const Offered = z.array(FreeSlot)

/** Returns the free slots offered by a refusal (`slot_taken`, `out_of_hours`); undefined for other refusals. */
export function slotsOffered(refusal: ErrorBody | undefined): readonly FreeSlot[] | undefined {
  if (refusal?.code !== 'slot_taken' && refusal?.code !== 'out_of_hours') return undefined
  const parsed = Offered.safeParse(refusal.current)
  return parsed.success ? parsed.data : []
}

/** Returns the machine of a free slot, or in a clinic its doctor. */
export const placeOfSlot = ({ machine_id, doctor_id }: FreeSlot): string | null => doctor_id ?? machine_id
