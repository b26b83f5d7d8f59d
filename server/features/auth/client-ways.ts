import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type MessageWay, NotSentError } from '#server/integrations/messages/message-channel.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { findWaySettings, openWays, waysOf } from '../messages/public/settings.ts'
import type { ClientWays, LetterWay } from './public/code-ways.ts'

/**
 * Returns how a client's people are reached: the client's own mail server, else this server's, and the client's SMS
 * gateway with its text for codes.
 */
export const findWaysOf =
  ({ config, database, secrets, wayOut }: Pick<Kernel, 'config' | 'database' | 'secrets' | 'wayOut'>) =>
  async (clientId: string): Promise<ClientWays> => {
    const stored = await database.tenant(clientId, (tx) => findWaySettings(tx, clientId))
    const opened = await openWays(secrets, stored)
    const { E, S } = waysOf(opened, {
      smtpUrl: config.smtpUrl,
      whatsappSession: '',
      out: wayOut(clientId),
    })
    return {
      mail: E && letterWay(E),
      sms:
        S && opened
          ? {
              way: S,
              text: opened.otp_sms,
              registered: opened.otp_dlt_text,
              dlt: {
                entityId: opened.otp_dlt_entity_id,
                header: opened.otp_dlt_header,
                templateId: opened.otp_dlt_template_id,
              },
            }
          : undefined,
    }
  }

/** Sends e-mail while the person waits; throws `unavailable` if the mail server does not accept it. */
const letterWay =
  (mail: MessageWay): LetterWay =>
  async (letter) => {
    try {
      await mail.send({ id: uuidv7(), ...letter })
    } catch (error) {
      if (!(error instanceof NotSentError)) throw error
      throw new Refusal('unavailable', 'The e-mail could not be sent. Try again in a moment.')
    }
  }
