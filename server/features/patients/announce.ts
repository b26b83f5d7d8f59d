import { sql } from 'kysely'
import { VISIT_WINDOW_DAYS } from '#domain/time/intervals.ts'
import type { Context } from '#server/kernel/context.ts'
import { DESK_SCOPE, visitsScope } from '#server/kernel/scopes.ts'
import type { StoredPatient } from './patient-row.ts'

const DAY_MS = 86_400_000

/** Tells the desks that a patient changed; a hidden one leaves them. */
export function patientChanged(ctx: Pick<Context, 'changed'>, patient: StoredPatient): void {
  const { id, rev, hidden } = patient
  ctx.changed({
    type: 'patient',
    id,
    rev,
    scopes: hidden ? [] : [DESK_SCOPE],
    ...(hidden && { left: [DESK_SCOPE] }),
  })
}

/** What a visit's row shows of its patient. */
export const SHOWN_ON_VISITS = [
  'pat_id',
  'fname',
  'lname',
  'gender',
  'dob',
  'mobile',
  'is_vip',
  'allergies',
] as const

/** The visits that devices hold show their patient: they travel again where that changed. */
export async function visitsOfPatientChanged(ctx: Context, patientId: string): Promise<void> {
  const from = new Date(ctx.now.getTime() - (VISIT_WINDOW_DAYS + 1) * DAY_MS)
  const visits = await ctx.tx
    .updateTable('visit')
    .set({ rev: sql`rev + 1` })
    .where('client_id', '=', ctx.caller.clientId)
    .where('patient_id', '=', patientId)
    .where('start_dt', '>=', from)
    .returning(['id', 'rev', 'branch_id'])
    .execute()
  for (const { id, rev, branch_id } of visits)
    ctx.changed({ type: 'visit', id, rev, scopes: [visitsScope(branch_id)] })
}
