import type { tagCalls } from '#contract/calls/tags.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { openCritical, saveCritical } from '../criticals/public/open-and-save.ts'
import { selectCriticalsOfStudy } from '../criticals/public/store.ts'
import { findVisibleStudy, getStudyRow } from '../studies/public/store.ts'
import { changeStudy, lockStudy } from '../studies/public/write-store.ts'
import { findCriticalTag, findNormalTag } from './public/store.ts'

export const tagHandlers: HandlersFor<typeof tagCalls> = {
  assignTag: async ({ study_id, tag_id }, ctx) => {
    const study = await lockStudy(ctx, study_id)
    if (tag_id !== null && !(await findNormalTag(ctx.tx, ctx.caller.clientId, tag_id)))
      throw new Refusal('invalid', undefined, { fields: { tag_id: 'is not a tag of studies' } })
    if (study.tag_id !== tag_id) {
      await changeStudy(ctx, study, { tag_id })
      await ctx.audit('tag', 'study', study_id, { tag_id, before: study.tag_id })
    }
    return {
      message: 'Assigned',
      result: { study: await getStudyRow(ctx.tx, ctx.caller.clientId, study_id, ctx.now) },
    }
  },

  assignCriticalTag: async ({ study_id, tag_name, critical_id }, ctx) => {
    const study = await lockStudy(ctx, study_id)
    const tag = tag_name === '' ? undefined : await findCriticalTag(ctx.tx, ctx.caller.clientId, tag_name)
    if (tag_name !== '' && !tag)
      throw new Refusal('invalid', undefined, { fields: { tag_name: 'is not a critical tag' } })
    const before = study.tag_critical_id
    const tag_critical_id = tag?.id ?? null
    const after = before === tag_critical_id ? study : await changeStudy(ctx, study, { tag_critical_id })
    if (before !== tag_critical_id)
      await ctx.audit('critical_tag', 'study', study_id, { tag_id: tag_critical_id, before })
    if (tag) await openCritical(ctx, after, tag.id, critical_id)
    return {
      message: 'Assigned',
      result: { study: await getStudyRow(ctx.tx, ctx.caller.clientId, study_id, ctx.now) },
    }
  },

  saveCritical: async (input, ctx) => {
    const study = await lockStudy(ctx, input.study_id)
    const critical = await saveCritical(ctx, study, input)
    return { message: 'Saved successfully', result: { critical } }
  },

  criticals: async ({ id }, ctx) => {
    const study = await findVisibleStudy(ctx.tx, ctx.caller, id, ctx.now)
    if (!study) throw new Refusal('not_found')
    await ctx.audit('read', 'critical', study.id)
    return { result: await selectCriticalsOfStudy(ctx.tx, study.id) }
  },
}
