import { createTransport } from 'nodemailer'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Mail } from './mail.ts'

const TIMEOUT_MS = 10_000

/**
 * E-mail through the SMTP server of `smtpUrl`, such as `smtps://user:secret@mail.example.org?from=readroom@example.org`.
 * Without a URL there is no channel, and what needs one must not be offered.
 */
export function createMail(smtpUrl: string | undefined): Mail | undefined {
  if (!smtpUrl) return undefined
  const url = new URL(smtpUrl)
  const from = url.searchParams.get('from') ?? `readroom@${url.hostname}`
  url.searchParams.delete('from')
  const transport = createTransport(
    { url: url.href, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    { from },
  )
  return {
    send: async ({ to, subject, text }) => {
      try {
        await transport.sendMail({ to, subject, text })
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
