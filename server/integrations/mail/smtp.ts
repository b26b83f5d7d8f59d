import { Refusal } from '#contract/kernel/error-codes.ts'
import { houseMailTransport } from '#server/kernel/way-out/mail-transport.ts'
import type { Mail } from './mail.ts'

/**
 * E-mail through the SMTP server of `smtpUrl`, such as `smtps://user:secret@mail.example.org?from=readroom@example.org`.
 * Without a URL there is no channel, and what needs one must not be offered.
 */
export function createMail(smtpUrl: string | undefined): Mail | undefined {
  if (!smtpUrl) return undefined
  const { transport, from } = houseMailTransport(smtpUrl)
  return {
    send: async ({ to, subject, text }) => {
      try {
        await transport.sendMail({ from, to, subject, text })
      } catch (cause) {
        throw new MailFailed(cause)
      }
    },
  }
}

/** The mail server refused or could not be reached; its own words stay in the log. */
class MailFailed extends Refusal {
  constructor(cause: unknown) {
    super('unavailable', 'The e-mail could not be sent. Try again in a moment.')
    this.cause = cause
  }
}
