import type { MainModule } from '../access/main-modules.ts'

/** How a message is sent: e-mail, SMS, WhatsApp (the letters are the wire's). */
export const MESSAGE_CHANNELS = ['E', 'S', 'W'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

/** How a study is shared (docs/studies.md#dialogs): Telegram only through the person's own app. */
export const SHARE_CHANNELS = ['W', 'S', 'E', 'T'] as const
export type ShareChannel = (typeof SHARE_CHANNELS)[number]

/** Word and main module of each way to share; a new one does not compile until both are given. */
export const SHARE_CHANNEL_TABLE = {
  W: { label: 'WhatsApp', module: 'whatsapp_share' },
  S: { label: 'SMS', module: 'sms_share' },
  E: { label: 'E-mail', module: 'email_share' },
  T: { label: 'Telegram', module: 'telegram_share' },
} as const satisfies Record<ShareChannel, { label: string; module: MainModule }>

/** The ways to share that the client has bought, in order; WhatsApp, the first, is the default. */
export function shareChannelsOf(modules: readonly MainModule[]): ShareChannel[] {
  return SHARE_CHANNELS.filter((channel) => modules.includes(SHARE_CHANNEL_TABLE[channel].module))
}

/** How a client's WhatsApp messages are sent: by a gateway with linked numbers, or by WhatsApp's own service. */
export const WHATSAPP_KINDS = ['Gateway', 'Cloud_API'] as const

/**
 * The state of a message: waiting, accepted by the mail server or gateway, given up, without a configured channel, or
 * recalled before it left.
 */
export const MESSAGE_STATES = ['Waiting', 'Sent', 'Failed', 'Not_Configured', 'Recalled'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** Word and colour of each state. */
export const MESSAGE_STATE_TABLE = {
  Waiting: { label: 'Waiting', colour: 'orange' },
  Sent: { label: 'Sent', colour: 'green' },
  Failed: { label: 'Failed', colour: 'red' },
  Not_Configured: { label: 'Not sent', colour: 'gray' },
  Recalled: { label: 'Recalled', colour: 'gray' },
} as const satisfies Record<MessageState, { label: string; colour: string }>
