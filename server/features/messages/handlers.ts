import type { messageCalls } from '#contract/calls/messages.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { withoutIsolates } from '#domain/language/isolated.ts'
import type { MessageChannel } from '#domain/message/channels.ts'
import { isolatedValues } from '#domain/message/isolated-values.ts'
import { fillPlaceholders } from '#domain/message/placeholders.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { languageOfStudy } from '../language/patient-language.ts'
import type { MessageChecks } from './checks.ts'
import { handOver, keepMessage, type MessageDeps, stateAtFirst } from './public/keep-message.ts'
import { demandSender } from './public/rights.ts'
import { selectShareTexts } from './public/share-texts.ts'
import { findMessage, selectMessages, updateMessage } from './public/store.ts'

/** Returns the handlers of contract/calls/messages that queue messages and return their status. */
export function createMessageHandlers(
  deps: MessageDeps,
  checks: MessageChecks,
): HandlersFor<Omit<typeof messageCalls, 'notices' | 'sendNotice' | 'reportCode'>> {
  return {
    sendWhatsapp: async (input, ctx) => {
      await demandToSend(ctx, checks, input.study_id)
      const { to, msg: text, purpose, study_id: studyId } = input
      return keepMessage(ctx, deps, { channel: 'W', purpose, to, text, studyId, field: 'msg' })
    },
    sendStudyByWhatsapp: async (input, ctx) => {
      await demandToSend(ctx, checks, input.study_id)
      const language = await languageOfStudy(ctx.tx, ctx.caller.clientId, input.study_id)
      const texts = await selectShareTexts(ctx.tx, ctx.caller.clientId, language)
      const withReport = input.report_url !== ''
      const text = fillPlaceholders(
        withReport ? texts.pat_viewer_share_content_with_report : texts.pat_viewer_share_content,
        isolatedValues(
          {
            PATIENT_NAME: input.pat_name,
            STUDY_DESCRIPTION: input.study_desc,
            REPORT_URL: input.report_url,
            VIEWER_URL: input.viewer_url,
          },
          language,
        ),
      )
      const { to, purpose, study_id: studyId } = input
      return keepMessage(ctx, deps, { channel: 'W', purpose, to, text, studyId })
    },
    sendSms: async (input, ctx) => {
      await demandToSend(ctx, checks, input.study_id)
      const { to, purpose, study_id: studyId } = input
      const text = withoutIsolates([input.msg, ...input.urls].join('\n'))
      return keepMessage(ctx, deps, { channel: 'S', purpose, to, text, studyId, field: 'msg' })
    },
    list: async (input, ctx) => {
      demandSender(ctx)
      await checks.demandVisibleStudy(ctx, input.study_id)
      return { result: await selectMessages(ctx.tx, ctx.caller.clientId, input.study_id) }
    },
    resend: async (input, ctx) => {
      demandSender(ctx)
      return resend(ctx, { deps, checks }, input.id)
    },
  }
}

async function demandToSend(ctx: Context, checks: MessageChecks, studyId: string | undefined): Promise<void> {
  demandSender(ctx)
  await checks.demandVisibleStudy(ctx, studyId)
}

async function resend(
  ctx: Context,
  { deps, checks }: { deps: MessageDeps; checks: MessageChecks },
  id: string,
) {
  const key = { clientId: ctx.caller.clientId, id }
  const message = await findMessage(ctx.tx, key.clientId, id)
  if (!message) throw new Refusal('not_found')
  // A message of another branch is hidden; a message without a study is visible only to its sender.
  if (message.study_id) await checks.demandVisibleStudy(ctx, message.study_id)
  else if (message.created_by !== ctx.caller.userId) throw new Refusal('not_found')
  if (message.state === 'Waiting') throw new Refusal('refused', 'This message is already on its way.')
  if (message.state === 'Recalled') throw new Refusal('refused', 'This message was withdrawn.')
  await checks.demandUnansweredLetter(ctx.tx, message)
  await checks.demandLinksInForce(ctx, await deps.texts.open(id, message.body))
  const state = await stateAtFirst(ctx, deps, message.channel as MessageChannel)
  await updateMessage(ctx.tx, key, { state, attempts: 0, last_error: '', delivered: null, read_on: null })
  await ctx.audit('resend', 'message', id, { state })
  return handOver(ctx, id, state)
}
