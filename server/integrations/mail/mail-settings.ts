import {
  type MailServer,
  type MailTransport,
  mailTransport,
  serverMailTransport,
} from '#server/kernel/way-out/mail-transport.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { type MessageWay, NotSentError } from '../messages/message-channel.ts'

/** The mail server of a client (docs/masters.md#settings). */
export interface SmtpSettings extends MailServer {
  senderName: string
  senderEmail: string
  replyTo: string
  /** The client's outgoing connection rules. */
  out: WayOut
}

/** Returns e-mail through the client's own mail server. */
export function createClientMail(settings: SmtpSettings): MessageWay {
  const { senderName, senderEmail, replyTo, out, ...place } = settings
  return wayOf(() => mailTransport(out, place), { name: senderName, address: senderEmail }, replyTo)
}

/** Returns e-mail through this server's own mail server (READROOM_SMTP_URL), for clients without one. */
export function createServerMail(smtpUrl: string): MessageWay {
  const { from } = serverMailTransport(smtpUrl)
  return wayOf(() => serverMailTransport(smtpUrl).transport, from, '')
}

function wayOf(
  open: () => MailTransport,
  from: string | { name: string; address: string },
  replyTo: string,
): MessageWay {
  return {
    send: async ({ id, to, subject, text }) => {
      const transport = open()
      const letter = { from, to, subject, text, messageId: `<${id}@readroom>` }
      try {
        await transport.sendMail(replyTo === '' ? letter : { ...letter, replyTo })
        return id
      } catch (error) {
        throw notSent(error)
      } finally {
        transport.close()
      }
    },
  }
}

/** A mail server's reply begins with its three-digit code; the greeting of another program is not shown. */
const REPLY = /^[245]\d\d[ -]/

// A mail server's 5xx is final for this letter; other failures may be temporary.
function notSent(error: unknown): NotSentError {
  const { responseCode, response } = error as { responseCode?: number; response?: string }
  const said = response !== undefined && REPLY.test(response) ? response : ''
  return new NotSentError(said, responseCode !== undefined && responseCode >= 500, { cause: error })
}
