import type { Context } from '#server/kernel/context.ts'
import type { PatientFollowers } from './followers.ts'
import type { Moved } from './merge-store.ts'

type Records = Omit<Moved, 'fields'>

/**
 * The source and target record; `only` limits the move to these records and skips those that have another owner by
 * now.
 */
export interface Move {
  from: string
  to: string
  only?: Records
}

/**
 * Moves visits, studies, consents and requests from one patient to another, announces them to devices, and returns
 * what moved.
 */
export async function moveRecords(
  ctx: Context,
  followers: PatientFollowers,
  { from, to, only }: Move,
): Promise<Records> {
  const visits = await followers.moveVisits(ctx, { from, to, only: only?.visits })
  const studies = await followers.moveStudies(ctx, { from, to, only: only?.studies })
  const consents = await followers.moveConsents(ctx, { from, to, only: only?.consents })
  const requests = await followers.moveRequests(ctx, { from, to, only: only?.requests })
  return { visits, studies, consents, requests }
}
