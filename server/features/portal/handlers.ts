import type { portalCalls } from '#contract/calls/portal.ts'
import { activationEnd } from '#domain/sharing/activation.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { getStudyRow } from '../studies/public/store.ts'
import { changeStudy, lockStudy } from '../studies/public/write-store.ts'
import { announceResults } from './public/announce-results.ts'
import { endLinksWithoutResults, giveAccess, portalPerson, revokeAccess } from './public/give-access.ts'

/**
 * Returns the handlers of contract/calls/portal. `publicUrl` is the address that people open, if the server knows it.
 */
export function createPortalHandlers(publicUrl: string | undefined): HandlersFor<typeof portalCalls> {
  return {
    activate: async ({ study_id, no_of_days }, ctx) => {
      const study = await lockStudy(ctx, study_id)
      const active_until = activationEnd(ctx.now, no_of_days)
      await announceResults(ctx, await changeStudy(ctx, study, { active_until }))
      await ctx.audit('activate', 'study', study.id, { days: no_of_days })
      return {
        message: 'Activated',
        result: { study: await getStudyRow(ctx.tx, ctx.caller.clientId, study.id, ctx.now) },
      }
    },
    deactivate: async ({ study_id }, ctx) => {
      const study = await lockStudy(ctx, study_id)
      if (study.active_until && study.active_until > ctx.now) {
        await announceResults(ctx, await changeStudy(ctx, study, { active_until: null }))
        await endLinksWithoutResults(ctx, study)
        await ctx.audit('deactivate', 'study', study.id)
      }
      return {
        message: 'Deactivated',
        result: { study: await getStudyRow(ctx.tx, ctx.caller.clientId, study.id, ctx.now) },
      }
    },
    person: async (input, ctx) => ({ result: await portalPerson(ctx, input.study_id) }),
    giveAccess: async (input, ctx) => ({ result: await giveAccess(ctx, input.study_id, publicUrl) }),
    revokeAccess: async (input, ctx) => {
      await revokeAccess(ctx, input.study_id)
      return { message: 'The links of this patient are revoked.' }
    },
  }
}
