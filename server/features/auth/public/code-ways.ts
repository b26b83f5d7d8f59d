import { fillCodeSms } from '#domain/message/code-text.ts'
import { fullNumber } from '#domain/message/recipient.ts'
import { fitsRegistered } from '#domain/message/registered-text.ts'
import { OTP_MINUTES } from '#domain/time/intervals.ts'
import {
  type MessageAlong,
  type MessageWay,
  NotSentError,
} from '#server/integrations/messages/message-channel.ts'
import type { UserKey } from './store.ts'

/** Where a person can receive a code, and which channel the client prefers. */
export interface CodeReceiver extends UserKey {
  email: string
  mobile: string
  phone_code: string
  otp_channel: 'E' | 'S'
}

/** SMS gateway of a client with its text for codes. */
export interface CodeSms {
  way: MessageWay
  /** The client's own text; blank means the built-in text. */
  text: string
  /** The text registered with Indian carriers; blank if none is registered. */
  registered: string
  dlt: NonNullable<MessageAlong['dlt']>
}

/** Sends a plain-text letter to one person; throws `unavailable` if it was not accepted. */
export type LetterWay = (letter: { to: string; subject: string; text: string }) => Promise<void>

/** How a client's people are reached; undefined for a channel that is not set up. */
export interface ClientWays {
  mail: LetterWay | undefined
  sms: CodeSms | undefined
}

/** Loads the channels of a client. */
export type FindWays = (clientId: string) => Promise<ClientWays>

/** One channel to one person; `shownAs` is the masked address that a stranger may see. */
export interface CodeWay {
  shownAs: string
  send: (code: string) => Promise<void>
}

/**
 * Returns the channel for a person's code: SMS if the client chose it, has a gateway and the number is known;
 * otherwise e-mail. Returns undefined if neither is possible.
 */
export async function findCodeWay(find: FindWays, to: CodeReceiver): Promise<CodeWay | undefined> {
  const { sms, mail } = await find(to.client_id)
  if (sms && to.otp_channel === 'S' && to.mobile !== '')
    return smsWay(sms, fullNumber(to.phone_code, to.mobile))
  if (!mail || to.email === '') return undefined
  return {
    shownAs: maskEmail(to.email),
    send: (code) => mail({ to: to.email, subject: 'Your Readroom sign-in code', text: letter(code) }),
  }
}

/** Returns true if codes can be sent to this client's people at all. */
export async function hasCodeWay(
  find: FindWays,
  { client_id, otp_channel }: Pick<CodeReceiver, 'client_id' | 'otp_channel'>,
): Promise<boolean> {
  const { mail, sms } = await find(client_id)
  return mail !== undefined || (otp_channel === 'S' && sms !== undefined)
}

const smsWay = ({ way, text, registered, dlt }: CodeSms, number: string): CodeWay => ({
  shownAs: maskNumber(number),
  send: async (code) => {
    const filled = fillCodeSms(text, { CODE: code, MINUTES: String(OTP_MINUTES) })
    // Settings cannot be saved with such a text. Carriers would drop the message silently, and the person would wait
    // for the code.
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

/** Masks an e-mail address for strangers. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}

/** The last three digits are enough to recognise one's own number. */
const maskNumber = (number: string): string => `•••••••${number.slice(-3)}`
