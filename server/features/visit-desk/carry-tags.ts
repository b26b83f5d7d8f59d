import { changeStudy, type LockedStudy } from '#server/features/studies/public/write-store.ts'
import type { Context } from '#server/kernel/context.ts'
import type { StoredService } from '../visits/public/booking/stored-booking.ts'

/** A service with the previous tag of its study and the new one. */
export interface Retagged {
  id: string
  before: string | null
  after: string | null
}

/**
 * Returns the services of a visit whose tag changed. A service's own tag takes precedence over the tag of the visit.
 */
export const retaggedBy = (
  services: readonly Pick<StoredService, 'id' | 'tag_id'>[],
  before: string | null,
  after: string | null,
): Retagged[] => services.map(({ id, tag_id }) => ({ id, before: tag_id ?? before, after: tag_id ?? after }))

/**
 * Gives the studies of these services the new tag of the desk, if a study has no tag or still has the previous tag of
 * the desk. A tag that was chosen for the study itself stays (docs/decisions/173). The caller of this function checks
 * the rights.
 */
export async function carryTags(ctx: Context, services: readonly Retagged[]): Promise<void> {
  if (services.length === 0) return
  const byService = new Map(services.map((service) => [service.id, service]))
  const studies = await ctx.tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', ctx.caller.clientId)
    .where('visit_service_id', 'in', [...byService.keys()])
    .where('hidden', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const study of studies) {
    const service = byService.get(study.visit_service_id ?? '')
    const isItsOwn = study.tag_id !== null && study.tag_id !== service?.before
    if (!service || isItsOwn || study.tag_id === service.after) continue
    await changeStudy(ctx, study as LockedStudy, { tag_id: service.after })
    await ctx.audit('tag', 'study', study.id, { tag_id: service.after, before: study.tag_id, by: 'visit' })
  }
}
