import { certificateFault } from '#server/kernel/way-out/certificate-fault.ts'
import { reasonOf } from '#server/kernel/way-out/outgoing-error.ts'
import type { NotSentError } from '../messages/message-channel.ts'

/** Before a mail server has responded, these messages do not reveal whether a port is open. */
const BEFORE_ANSWER = {
  not_allowed: 'This server does not call the address of that mail server. Check Host and Port.',
  not_found: 'The name of the mail server was not found. Check Host.',
  no_answer: 'No mail server answered. Check Host, Port and SSL, and whether its certificate is trusted.',
} as const

/**
 * Returns why a letter was not accepted, for the administrator who tests the mail server: what to check, and the
 * server's own message.
 */
export function mailFailureWords(error: NotSentError): string {
  const fault = certificateFault(error)
  if (fault !== undefined) return `The certificate of the mail server ${fault}.`
  const said = error.said.trim().replace(/\s+/g, ' ').slice(0, 300)
  if (said === '') return BEFORE_ANSWER[reasonOf(error)]
  const { code } = (error.cause ?? {}) as { code?: string }
  const words =
    code === 'EAUTH'
      ? 'The mail server refuses the user name or the password.'
      : 'The mail server refused the e-mail.'
  return `${words} It said: ${said}`
}
