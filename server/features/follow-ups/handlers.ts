import type { followUpCalls } from '#contract/calls/follow-ups.ts'
import { CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { closeFollowUp, reopenFollowUp } from './close-follow-up.ts'
import { selectFollowUpPage, selectFollowUps, selectFollowUpsOfStudy } from './public/select-follow-ups.ts'
import { demandFollowUpReader, demandSigner } from './rights.ts'
import { setFollowUp } from './set-follow-up.ts'

/** Only doctors who sign set a follow-up; the list is for people who work in the branch. */
export const FOLLOW_UP_DEMANDS: DemandsFor<typeof followUpCalls> = {
  setFollowUp: demandSigner,
  closeFollowUp: demandFollowUpReader,
  reopenFollowUp: demandFollowUpReader,
  followUps: demandFollowUpReader,
  allFollowUps: demandFollowUpReader,
  followUpsOf: demandFollowUpReader,
}

export const followUpHandlers: HandlersFor<typeof followUpCalls> = {
  setFollowUp: async (input, ctx) => {
    const follow_up = await setFollowUp(ctx, input)
    const isAsAsked = follow_up.due_on === input.due_on && follow_up.due_to === input.due_to
    const message = isAsAsked ? 'Follow-up set' : 'An earlier date is already set for this follow-up'
    return { message, result: { follow_up } }
  },
  closeFollowUp: async (input, ctx) => ({
    message: 'Closed',
    result: { follow_up: await closeFollowUp(ctx, input) },
  }),
  reopenFollowUp: async (input, ctx) => ({
    message: 'Opened again',
    result: { follow_up: await reopenFollowUp(ctx, input) },
  }),
  followUps: async (input, ctx) => {
    const { rows, matching, counts } = await selectFollowUpPage(ctx, input)
    await ctx.audit('read', 'follow_up', undefined, { rows: rows.length })
    const page = {
      start: (input.p - 1) * input.ps,
      total: rows.length,
      total_records: matching,
      cur_page: input.p,
    }
    return { result: { data: rows, page, counts } }
  },
  allFollowUps: async (input, ctx) => {
    const rows = await selectFollowUps(ctx, input, CSV_ROWS_MAX)
    await ctx.audit('export', 'follow_up', undefined, { rows: rows.length })
    return { result: rows }
  },
  followUpsOf: async ({ id }, ctx) => ({ result: await selectFollowUpsOfStudy(ctx, id) }),
}
