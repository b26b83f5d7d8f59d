import { fullNumber } from '#domain/message/recipient.ts'
import type { Mail } from '#server/integrations/mail/mail.ts'
import type { MessageWay } from '#server/integrations/messages/message-channel.ts'
import type { UserKey } from './store.ts'

/** Where a person may be sent a code, and which way the client wants. */
export interface CodeReceiver extends UserKey {
  email: string
  mobile: string
  phone_code: string
  otp_channel: 'E' | 'S'
}

/** The ways by which codes leave this server. */
export interface CodeDesk {
  mail: Mail | undefined
  /** The SMS gateway of a client, where it has set one up. */
  findSms: (clientId: string) => Promise<MessageWay | undefined>
}

/** One way to one person, with where it leads as far as a stranger may read it. */
export interface CodeWay {
  shownAs: string
  send: (text: string, subject: string) => Promise<void>
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
    send: (text, subject) => mail.send({ to: to.email, subject, text }),
  }
}

/** Whether codes can be sent to this client's people at all. */
export async function hasCodeWay(
  desk: CodeDesk,
  { client_id, otp_channel }: Pick<CodeReceiver, 'client_id' | 'otp_channel'>,
): Promise<boolean> {
  return desk.mail !== undefined || (otp_channel === 'S' && (await desk.findSms(client_id)) !== undefined)
}

const smsWay = (sms: MessageWay, number: string): CodeWay => ({
  shownAs: maskNumber(number),
  send: async (text) => {
    await sms.send({ id: crypto.randomUUID(), to: number, subject: '', text })
  },
})

function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}

/** The last three digits are enough to tell one's own number. */
const maskNumber = (number: string): string => `•••••••${number.slice(-3)}`
