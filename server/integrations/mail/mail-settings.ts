import {
  houseMailTransport,
  type MailPlace,
  type MailTransport,
  mailTransport,
} from '#server/kernel/way-out/mail-transport.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { type MessageWay, NotSentError } from '../messages/message-channel.ts'

/** The mail server of a client (docs/masters.md#settings). */
export interface SmtpSettings extends MailPlace {
  senderName: string
  senderEmail: string
  replyTo: string
  /** The client's way out. */
  out: WayOut
}

/** E-mail through the client's own mail server. */
export function createClientMail(settings: SmtpSettings): MessageWay {
  const { senderName, senderEmail, replyTo, out, ...place } = settings
  return wayOf(() => mailTransport(out, place), { name: senderName, address: senderEmail }, replyTo)
}

/** E-mail through the server's own mail server (READROOM_SMTP_URL), for clients that have set up none. */
export function createHouseMail(smtpUrl: string): MessageWay {
  const { from } = houseMailTransport(smtpUrl)
  return wayOf(() => houseMailTransport(smtpUrl).transport, from, '')
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

/** What a mail server says begins with the three digits of its reply; another program's greeting is told to nobody. */
const REPLY = /^[245]\d\d[ -]/

// A mail server's 5xx is its last word on this letter; everything else may be another time.
function notSent(error: unknown): NotSentError {
  const { responseCode, response } = error as { responseCode?: number; response?: string }
  const said = response !== undefined && REPLY.test(response) ? response : ''
  return new NotSentError(said, responseCode !== undefined && responseCode >= 500, { cause: error })
}
