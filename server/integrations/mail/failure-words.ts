import type { NotSentError } from '../messages/message-channel.ts'

/** Nodemailer's own codes of what failed before the mail server could say anything. */
const BEFORE_ANSWER: Readonly<Record<string, string>> = {
  EDNS: 'The name of the mail server was not found. Look at Host.',
  ENOTFOUND: 'The name of the mail server was not found. Look at Host.',
  ECONNREFUSED: 'The mail server refuses a connection at this port. Look at Port.',
  ECONNECTION: 'The mail server cannot be reached. Look at Host and Port.',
  ESOCKET: 'The mail server cannot be reached, or speaks another kind of encryption. Look at Port and SSL.',
  ETLS: 'The encryption of the mail server failed. Look at SSL and Port.',
  ETIMEDOUT: 'The mail server did not answer in time. Look at Host, Port and SSL.',
  EAUTH: 'The mail server refuses the user name or the password.',
}

/** Why a letter was not taken, for the administrator who tests the mail server: what to look at, and its own words. */
export function mailFailureWords(error: NotSentError): string {
  const { code = '' } = (error.cause ?? {}) as { code?: string }
  const words = BEFORE_ANSWER[networkCode(error.cause) ?? code] ?? 'The mail server did not take the letter.'
  const said = error.said.trim().replace(/\s+/g, ' ').slice(0, 300)
  return said === '' ? words : `${words} It said: ${said}`
}

/** The network's code behind nodemailer's general one. */
function networkCode(cause: unknown): string | undefined {
  const { code, cause: deeper, errno } = (cause ?? {}) as { code?: string; cause?: unknown; errno?: unknown }
  if (deeper !== undefined) return networkCode(deeper) ?? code
  return typeof errno === 'string' ? errno : code
}
