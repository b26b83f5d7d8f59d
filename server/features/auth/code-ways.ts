import { fillCodeSms } from '#domain/message/code-text.ts'
import { fullNumber } from '#domain/message/recipient.ts'
import { fitsRegistered } from '#domain/message/registered-text.ts'
import { OTP_MINUTES } from '#domain/time/intervals.ts'
import type { Mail } from '#server/integrations/mail/mail.ts'
import {
  type MessageAlong,
  type MessageWay,
  NotSentError,
} from '#server/integrations/messages/message-channel.ts'
import type { UserKey } from './store.ts'

/** Where a person may be sent a code, and which way the client wants. */
export interface CodeReceiver extends UserKey {
  email: string
  mobile: string
  phone_code: string
  otp_channel: 'E' | 'S'
}

/** The SMS gateway of a client with its text for codes. */
export interface CodeSms {
  way: MessageWay
  /** The client's own text; blank is the built-in one. */
  text: string
  /** The text that Indian carriers have; blank where none is registered. */
  registered: string
  dlt: NonNullable<MessageAlong['dlt']>
}

/** The ways by which codes leave this server. */
export interface CodeDesk {
  mail: Mail | undefined
  /** The SMS gateway of a client, where it has set one up. */
  findSms: (clientId: string) => Promise<CodeSms | undefined>
}

/** One way to one person, with where it leads as far as a stranger may read it. */
export interface CodeWay {
  shownAs: string
  send: (code: string) => Promise<void>
}

/**
 * The way by which a person gets a code: SMS where the client chose it, has a gateway and knows the number; e-mail
 * otherwise. Undefined where neither leads anywhere.
 */
export async function findCodeWay(desk: CodeDesk, to: CodeReceiver): Promise<CodeWay | undefined> {
  const sms = to.otp_channel === 'S' && to.mobile !== '' ? await desk.findSms(to.client_id) : undefined
  if (sms) return smsWay(sms, fullNumber(to.phone_code, to.mobile))
  const { mail } = desk
  if (!mail || to.email === '') return undefined
  return {
    shownAs: maskEmail(to.email),
    send: (code) => mail.send({ to: to.email, subject: 'Your Readroom sign-in code', text: letter(code) }),
  }
}

/** Whether codes can be sent to this client's people at all. */
export async function hasCodeWay(
  desk: CodeDesk,
  { client_id, otp_channel }: Pick<CodeReceiver, 'client_id' | 'otp_channel'>,
): Promise<boolean> {
  return desk.mail !== undefined || (otp_channel === 'S' && (await desk.findSms(client_id)) !== undefined)
}

const smsWay = ({ way, text, registered, dlt }: CodeSms, number: string): CodeWay => ({
  shownAs: maskNumber(number),
  send: async (code) => {
    const filled = fillCodeSms(text, { CODE: code, MINUTES: String(OTP_MINUTES) })
    // Saving refuses such a text. The carriers would drop it without a word, and the person would wait for the code.
    if (!fitsRegistered(filled, registered))
      throw new NotSentError('The text differs from the registered text.', true)
    const along = dlt.templateId === '' ? {} : { dlt }
    await way.send({ id: crypto.randomUUID(), to: number, subject: '', text: filled, along })
  },
})

function letter(code: string): string {
  return [
    `${code} is your sign-in code for Readroom.`,
    `It is valid for ${OTP_MINUTES} minutes.`,
    '',
    'If you did not just sign in, change your password and tell your administrator.',
  ].join('\n')
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}

/** The last three digits are enough to tell one's own number. */
const maskNumber = (number: string): string => `•••••••${number.slice(-3)}`
