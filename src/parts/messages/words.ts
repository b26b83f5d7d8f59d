import type { MessagePurpose } from '#contract/calls/messages.ts'

/** Words for sent messages and their status. */
export const MESSAGE_WORDS = {
  title: 'Messages',
  empty: 'Nothing was sent about this study yet.',
  offline: 'Messages need the network',
  failed: 'The messages could not be loaded',
  refresh: 'Refresh messages',
  resend: 'Send again',
  resendOf: (to: string) => `Send again to ${to}`,
  columns: { time: 'Sent', channel: 'By', to: 'To', about: 'About', state: 'State', actions: 'Actions' },
  channels: { E: 'E-mail', S: 'SMS', W: 'WhatsApp' },
  purposes: {
    Message: 'Message',
    Share_Study: 'Shared study',
    Portal_Access: 'Portal access',
    Consent_Form: 'Consent form',
    Notification: 'Notification',
  } satisfies Record<MessagePurpose, string>,
  tries: (count: number) => `${count} ${count === 1 ? 'try' : 'tries'}`,
  by: (name: string) => `by ${name}`,
  onItsWay: 'On its way …',
  sent: 'Message sent.',
} as const

/** Words for messages to the patient of a visit. */
export const NOTICE_WORDS = {
  title: 'Messages',
  close: 'Close messages',
  empty: 'Nothing was sent about this visit, and nothing is planned.',
  sendNow: 'Send now',
  sendOf: (act: string, name: string) => `${act}: ${name}`,
  sentOn: (time: string) => `Sent ${time}`,
  deliveredOn: (time: string) => `Delivered ${time}`,
  readOn: (time: string) => `Read ${time}`,
  leavesOn: (time: string) => `Leaves ${time}`,
} as const

/** Words of the recipient fields. */
export const RECIPIENT_WORDS = {
  email: 'E-mail',
  mobile: 'Mobile number',
  phonecode: 'Phone code',
} as const
