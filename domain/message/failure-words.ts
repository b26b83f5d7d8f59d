import type { MessageChannel } from './channels.ts'

const PLAIN = 'Error!'
const RESCAN = 'Please scan QR code again!'
/** A provider's answer is shown in one line of a list. */
const LONGEST = 300

/**
 * What a person reads of a message that did not go out (docs/wire.md#refusals): "Error!", and where the WhatsApp provider
 * said why, its words followed by the request to scan again. `provider` is what it answered, if anything.
 */
export function failureWords(channel: MessageChannel, provider: string): string {
  const said = provider.trim().replace(/\s+/g, ' ').slice(0, LONGEST)
  if (said === '') return PLAIN
  if (channel !== 'W') return `${PLAIN} ${said}`
  return `${/[.!?]$/.test(said) ? said : `${said}.`} ${RESCAN}`
}
