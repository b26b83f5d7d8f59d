import type { MessageChannel } from './channels.ts'
import { EVENT_RULES, type NoticeEvent } from './notice-events.ts'
import { endOfQuiet } from './quiet-hours.ts'
import { emailProblem, fullNumber, mobileProblem } from './recipient.ts'

/**
 * Why a notice is not sent. Most reasons are final; `unpaid` ends with the payment, `not_released` with the signature
 * and `not_active` with the activation.
 */
export const NOTICE_REASONS = [
  'already_sent',
  'switched_off',
  'cancelled',
  'moved',
  'started',
  'paid',
  'withdrawn',
  'replaced',
  'gone',
  'revoked',
  'closed',
  'answered',
  'died',
  'too_late',
  'opted_out',
  'no_address',
  'bad_address',
  'unpaid',
  'not_released',
  'not_active',
  'no_birth_date',
  'window_closed',
  'open_placeholder',
  'not_registered_text',
] as const
export type NoticeReason = (typeof NOTICE_REASONS)[number]

/** A patient's choice for a channel; empty if nobody asked, so that the client's setting applies. */
export const TELL_CHOICES = ['', 'Yes', 'No'] as const
export type TellChoice = (typeof TELL_CHOICES)[number]

/** The patient's addresses. */
export interface NoticeContact {
  email: string
  mobile: string
  /** The patient's own phone code, or the client's if the patient has none. */
  phoneCode: string
}

/** The facts that decide whether a notice is sent. */
export interface NoticeQuestion {
  event: NoticeEvent
  channel: MessageChannel
  now: Date
  /** The planned time. */
  due: Date
  /** The IANA zone of the branch. */
  zone: string
  /** Start of the visit (the earlier one if it was moved), if the event is about a visit. */
  start: Date | undefined
  /** Why the record has made the notice untrue. */
  untrue: NoticeReason | undefined
  /** The switch of the template for this channel. */
  isSwitchedOn: boolean
  /** The same (record, event, version, channel) was handed over before. */
  isSent: boolean
  choice: TellChoice
  /** The client's setting for patients who were not asked. */
  tellsUnasked: boolean
  contact: NoticeContact
  /** A person has requested to send it now, regardless of the plan and the quiet hours. */
  isForced: boolean
}

export type NoticeVerdict =
  | { kind: 'now'; to: string }
  | { kind: 'at'; at: Date; why: 'planned' | 'quiet_hours' }
  | { kind: 'no'; reason: NoticeReason }

/**
 * Whether and when to send a notice. The result depends only on these facts. The plan never sends a notice
 * twice: only a person can request that.
 */
export function decideNotice(question: NoticeQuestion): NoticeVerdict {
  const { now, due, zone, isForced } = question
  const reason = reasonAgainst(question)
  if (reason !== undefined) return { kind: 'no', reason }
  if (!isForced && now < due) return { kind: 'at', at: due, why: 'planned' }
  const free = isForced ? now : endOfQuiet(now, zone)
  const startsBefore = (moment: Date) => question.start !== undefined && moment >= question.start
  const { start: rule } = EVENT_RULES[question.event]
  if (rule === 'useless_after' && startsBefore(free)) return { kind: 'no', reason: 'too_late' }
  const isUrgent = rule === 'urgent_before' && startsBefore(free)
  if (free > now && !isUrgent) return { kind: 'at', at: free, why: 'quiet_hours' }
  return { kind: 'now', to: addressOf(question.channel, question.contact) }
}

function reasonAgainst(question: NoticeQuestion): NoticeReason | undefined {
  const { untrue, isSent, isForced, isSwitchedOn, choice, tellsUnasked } = question
  if (isSent && !isForced) return 'already_sent'
  if (untrue !== undefined) return untrue
  if (!isSwitchedOn) return 'switched_off'
  if (choice === 'No' || (choice === '' && !tellsUnasked)) return 'opted_out'
  return addressProblem(question.channel, question.contact)
}

function addressProblem(channel: MessageChannel, contact: NoticeContact): NoticeReason | undefined {
  const { email, mobile, phoneCode } = contact
  if ((channel === 'E' ? email : mobile).trim() === '') return 'no_address'
  const problem =
    channel === 'E' ? emailProblem(email) : mobileProblem(phoneCode, mobile.replace(/[\s()-]/g, ''))
  return problem === undefined ? undefined : 'bad_address'
}

function addressOf(channel: MessageChannel, { email, mobile, phoneCode }: NoticeContact): string {
  return channel === 'E' ? email.trim() : fullNumber(phoneCode, mobile)
}
