import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, Context } from '#server/kernel/context.ts'

/**
 * Throws if the caller sees the study only through the patient portal and it is not activated
 * (docs/studies.md#study-lists).
 */
export function demandImagesRight({ caller, now }: Pick<Context, 'caller' | 'now'>, study: Activation): void {
  const isActive = study.active_until !== null && study.active_until > now
  if (!isActive && readsByPortalAlone(caller, study))
    throw new Refusal('not_permitted', 'This study is not activated for the patient.')
}

interface Activation {
  active_until: Date | null
  assigned_doctor_id: string | null
  signed_by_doctor_id: string | null
}

/** Studies whose results the caller may hold now, by the same rule, as a condition over `s`. */
export function showsResults({ isClientAdmin, permissions, userId }: Caller, now: Date): RawBuilder<SqlBool> {
  if (isClientAdmin || permissions.has('view_archives') || permissions.has('view_all_dr_worklist'))
    return sql<SqlBool>`true`
  return sql<SqlBool>`(s.active_until > ${now} or ${userId}::uuid in (s.assigned_doctor_id, s.signed_by_doctor_id))`
}

/** Returns true if the caller sees the study only through the permission of the patient portal. */
export function readsByPortalAlone(
  { isClientAdmin, permissions, userId }: Caller,
  study: Omit<Activation, 'active_until'>,
): boolean {
  const isOwn = study.assigned_doctor_id === userId || study.signed_by_doctor_id === userId
  return (
    !isClientAdmin && !isOwn && !permissions.has('view_archives') && !permissions.has('view_all_dr_worklist')
  )
}
