import { createTransport } from 'nodemailer'
import { type MessageWay, NotSentError } from '../messages/message-channel.ts'

const TIMEOUT_MS = 10_000

/** The mail server of a client (spec 2 section 3 "SMTP settings"). */
export interface SmtpSettings {
  host: string
  port: number
  user: string
  password: string
  isSsl: boolean
  senderName: string
  senderEmail: string
  replyTo: string
}

const timeouts = {
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: TIMEOUT_MS,
}

/** E-mail through the client's own mail server. */
export function createClientMail(settings: SmtpSettings): MessageWay {
  const { host, port, user, password, isSsl, senderName, senderEmail, replyTo } = settings
  const auth = user === '' ? {} : { auth: { user, pass: password } }
  const from = { name: senderName, address: senderEmail }
  return wayOf({ host, port, secure: isSsl, ...auth, ...timeouts }, from, replyTo)
}

/** E-mail through the server's own mail server (READROOM_SMTP_URL), for clients that have set up none. */
export function createHouseMail(smtpUrl: string): MessageWay {
  const url = new URL(smtpUrl)
  const from = url.searchParams.get('from') ?? `readroom@${url.hostname}`
  url.searchParams.delete('from')
  return wayOf({ url: url.href, ...timeouts }, from, '')
}

function wayOf(
  options: Parameters<typeof createTransport>[0],
  from: string | { name: string; address: string },
  replyTo: string,
): MessageWay {
  return {
    send: async ({ id, to, subject, text }) => {
      const transport = createTransport(options)
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

// A mail server's 5xx is its last word on this letter; everything else may be another time.
function notSent(error: unknown): NotSentError {
  const { responseCode, response } = error as { responseCode?: number; response?: string }
  return new NotSentError(response ?? '', responseCode !== undefined && responseCode >= 500, { cause: error })
}
