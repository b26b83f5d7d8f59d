import { v7 as uuidv7 } from 'uuid'
import type { settingsLiveCalls } from '#contract/calls/smtp.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { mailFailureWords } from '#server/integrations/mail/failure-words.ts'
import { NotSentError } from '#server/integrations/messages/message-channel.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import { certificateFault } from '#server/kernel/way-out/certificate-fault.ts'
import { MAIL_MS } from '#server/kernel/way-out/mail-transport.ts'
import { reasonOf } from '#server/kernel/way-out/outgoing-error.ts'
import { waitOut } from '#server/kernel/way-out/wait-out.ts'
import { demandSettings } from '../branches/public/rights.ts'
import { findWaySettings, openWays, waysOf } from '../messages/public/settings.ts'

/**
 * Handlers of master/sendTestEmail: sends one letter through the stored mail server while the person waits, and
 * returns the server's response as a message.
 */
export const createTestEmailHandlers = ({
  secrets,
  wayOut,
  config,
}: Pick<Kernel, 'secrets' | 'wayOut' | 'config'>): LiveHandlersFor<typeof settingsLiveCalls> => ({
  sendTestEmail: async ({ email, subject, body }, live) => {
    const settings = await live.tenant(async (ctx) => {
      demandSettings(ctx.caller)
      await ctx.audit('send_test_email', 'client_setting', undefined)
      return findWaySettings(ctx.tx, ctx.caller.clientId)
    })
    const began = performance.now()
    try {
      const opened = await openWays(secrets, settings)
      const { E: mail } = waysOf(opened, {
        smtpUrl: config.smtpUrl,
        whatsappSession: '',
        out: wayOut(live.caller.clientId),
      })
      if (!mail) throw new Refusal('refused', 'No mail server is set up. Save one first.')
      await mail.send({ id: uuidv7(), to: email, subject, text: body })
      return { message: 'Sent' }
    } catch (error) {
      if (!(error instanceof NotSentError)) throw error
      const isSilent = error.said === '' && certificateFault(error) === undefined
      if (isSilent && reasonOf(error) === 'no_answer') await waitOut(began, MAIL_MS, live.signal)
      throw new Refusal('refused', mailFailureWords(error))
    }
  },
})
