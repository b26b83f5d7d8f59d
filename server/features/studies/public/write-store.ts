import { type Selectable, sql, type Updateable } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import { endLinksOfChange } from '#server/features/notices/end-asked-links.ts'
import { notifyAssigned } from '#server/features/notifications/public/events.ts'
import type { NotifyContext } from '#server/features/notifications/public/notify.ts'
import { refreshVisitOfService } from '#server/features/visits/public/status/refresh-status.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import { canSeeStudy } from './rights.ts'
import { studyScopes } from './store.ts'

/** A study as stored, locked for this transaction. */
export type LockedStudy = Selectable<Study> & { status: ReportStatus }

/**
 * Locks the study of a change, before any of its parts (docs/sync.md#on-the-server: aggregate root first).
 * Throws `not_found` outside the caller's rights, before the response reveals anything.
 */
export async function lockStudy(ctx: Context, id: string): Promise<LockedStudy> {
  const study = await ctx.tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', ctx.caller.clientId)
    .where('id', '=', id)
    .where('hidden', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!study || !canSeeStudy(ctx.caller, study)) throw new Refusal('not_found')
  return study as LockedStudy
}

/**
 * Writes the change with the next revision; announces to the feed which scopes gained and lost the study, and
 * notifies newly assigned doctors. Revokes links that the patient requested if the change removes what they open.
 */
export async function changeStudy(
  ctx: NotifyContext,
  study: LockedStudy,
  change: Updateable<Study>,
): Promise<LockedStudy> {
  const after = await ctx.tx
    .updateTable('study')
    .set({ ...change, rev: sql`rev + 1` })
    .where('client_id', '=', study.client_id)
    .where('id', '=', study.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const scopes = studyScopes(after)
  const left = studyScopes(study).filter((scope) => !scopes.includes(scope))
  ctx.changed({ type: 'study', id: after.id, rev: after.rev, scopes, left })
  await refreshVisits(ctx, study, after)
  await notifyAssigned(ctx, study, after)
  await endLinksOfChange(ctx, study, after as LockedStudy)
  return after as LockedStudy
}

/** The columns of a study that its visit shows; a change of any other column does not refresh the visit. */
const SHOWN_IN_VISIT = [
  'visit_service_id',
  'status',
  'assigned_doctor_id',
  'signed_by_doctor_id',
  'hidden',
  'no_of_reports',
] as const satisfies (keyof Study)[]

// Refreshes the visits that the study was and is linked to, because their status follows from their studies.
async function refreshVisits(
  ctx: NotifyContext,
  before: LockedStudy,
  after: Selectable<Study>,
): Promise<void> {
  if (SHOWN_IN_VISIT.every((name) => before[name] === after[name])) return
  const services = new Set([before.visit_service_id, after.visit_service_id].filter((id) => id !== null))
  for (const id of services) await refreshVisitOfService(ctx, after.client_id, id)
}
