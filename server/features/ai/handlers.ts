import type { aiCalls } from '#contract/calls/ai.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { getImagedStudy } from '../imaging/store.ts'
import { sendToAI } from './send-to-ai.ts'
import { appendAIReport, rejectAIReport, transferAIReport } from './settle.ts'
import { selectAiReports } from './store.ts'

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
