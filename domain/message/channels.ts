import type { MainModule } from '../access/main-modules.ts'

/** How a message goes out: e-mail, SMS, WhatsApp (the letters are the wire's). */
export const MESSAGE_CHANNELS = ['E', 'S', 'W'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

/** How a study is shared (docs/studies.md#dialogs): Telegram goes out of the person's own app only. */
export const SHARE_CHANNELS = ['W', 'S', 'E', 'T'] as const
export type ShareChannel = (typeof SHARE_CHANNELS)[number]

/** Word and main module of each way to share; a new one does not compile until both are given. */
export const SHARE_CHANNEL_TABLE = {
  W: { label: 'WhatsApp', module: 'whatsapp_share' },
  S: { label: 'SMS', module: 'sms_share' },
  E: { label: 'E-mail', module: 'email_share' },
  T: { label: 'Telegram', module: 'telegram_share' },
} as const satisfies Record<ShareChannel, { label: string; module: MainModule }>

/** The ways to share that the client has bought, in their order; WhatsApp, the first, is the default. */
export function shareChannelsOf(modules: readonly MainModule[]): ShareChannel[] {
  return SHARE_CHANNELS.filter((channel) => modules.includes(SHARE_CHANNEL_TABLE[channel].module))
}

/** Who takes a client's WhatsApp messages: a gateway that holds linked numbers, or WhatsApp's own service. */
export const WHATSAPP_KINDS = ['Gateway', 'Cloud_API'] as const

/**
 * What became of a message: it waits, was taken by the mail server or gateway, was given up, had no way out, or was taken
 * back before it left.
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
