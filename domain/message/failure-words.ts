import type { MessageChannel } from './channels.ts'

const PLAIN = 'Error!'
const RESCAN = 'Please scan QR code again!'
/** A provider's response is shown in one line of a list. */
const LONGEST = 300

/**
 * The text shown for a message that failed (docs/wire.md#refusals): "Error!", or if the WhatsApp provider gave a
 * reason, that reason and the request to scan again. `provider` is its response, if any.
 */
export function failureWords(channel: MessageChannel, provider: string): string {
  const said = provider.trim().replace(/\s+/g, ' ').slice(0, LONGEST)
  if (said === '') return PLAIN
  if (channel !== 'W') return `${PLAIN} ${said}`
  return `${/[.!?]$/.test(said) ? said : `${said}.`} ${RESCAN}`
}
