import type { aiCalls } from '#contract/calls/ai.ts'
import { demandDoctor } from '#server/kernel/auth/demand-caller.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { getImagedStudy } from '../imaging/public/store.ts'
import { sendToAI } from './send-to-ai.ts'
import { appendAIReport, rejectAIReport, transferAIReport } from './settle.ts'
import { selectAiReports } from './store.ts'

/** Checked before the input is parsed. Access to the study itself is checked when it is loaded. */
export const AI_DEMANDS: DemandsFor<typeof aiCalls> = {
  transferAIReport: demandDoctor,
  appendAIReport: demandDoctor,
  rejectAIReport: demandDoctor,
}

export const aiHandlers: HandlersFor<typeof aiCalls> = {
  sendToAI,
  aiReports: async ({ study_id }, ctx) => {
    const study = await getImagedStudy(ctx, study_id)
    await ctx.audit('read', 'ai_report', study.id)
    return { result: await selectAiReports(ctx, study.id) }
  },
  transferAIReport,
  appendAIReport,
  rejectAIReport,
}
