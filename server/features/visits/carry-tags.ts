import type { Context } from '#server/kernel/context.ts'
import { changeStudy, type LockedStudy } from '../studies/write-store.ts'
import type { StoredService } from './stored-booking.ts'

/** A service with the tag that its study had by it, and the one that it is to have. */
export interface Retagged {
  id: string
  before: string | null
  after: string | null
}

/** The services of a visit whose tag went from one to another; a tag of their own stands before the visit's. */
export const retaggedBy = (
  services: readonly Pick<StoredService, 'id' | 'tag_id'>[],
  before: string | null,
  after: string | null,
): Retagged[] => services.map(({ id, tag_id }) => ({ id, before: tag_id ?? before, after: tag_id ?? after }))

/**
 * Brings the studies of these services to the tag that the desk gave: those without one, and those that still have what
 * the desk gave before. What was chosen for a study itself stays (docs/decisions/173). Rights are the caller's matter.
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
