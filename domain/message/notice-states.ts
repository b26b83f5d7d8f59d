import type { MessageState } from './channels.ts'
import type { NoticeReason } from './decide-notice.ts'

/** The progress of a notice: planned, waiting for the morning, turned into a message, recalled, or not sent. */
export const NOTICE_STATES = ['Planned', 'Quiet', 'Handed_Over', 'Recalled', 'Not_Sent'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

/** Word and colour of each state except that of a message, which shows its own. */
export const NOTICE_STATE_TABLE = {
  Planned: { label: 'Planned', colour: 'blue' },
  Quiet: { label: 'Waits for the morning', colour: 'blue' },
  Recalled: { label: 'Recalled', colour: 'gray' },
  Not_Sent: { label: 'Not sent', colour: 'gray' },
} as const satisfies Record<Exclude<NoticeState, 'Handed_Over'>, { label: string; colour: string }>

/** Why a notice was recalled or not sent, in words; `detail` names the open placeholders. */
export const noticeReasonWords = (reason: NoticeReason, detail: string): string =>
  reason === 'open_placeholder' ? `${REASON_WORDS[reason]} ${detail}` : REASON_WORDS[reason]

const REASON_WORDS: Readonly<Record<NoticeReason, string>> = {
  already_sent: 'It was sent before.',
  switched_off: 'This channel is switched off in the template.',
  cancelled: 'The appointment was cancelled.',
  moved: 'It was moved to another time.',
  started: 'The visit was started.',
  paid: 'Nothing is owed any more.',
  withdrawn: 'The report was reopened.',
  replaced: 'A newer message replaces it.',
  gone: 'It no longer applies to this patient.',
  revoked: 'The links of this patient were revoked.',
  closed: 'The follow-up was closed.',
  answered: 'The examination was made.',
  died: 'A follow-up of the patient was closed with “Patient died”.',
  too_late: 'The appointment would have been over.',
  opted_out: 'The patient is not to be told by this channel.',
  no_address: 'The patient’s record has no address for this channel.',
  bad_address: 'The address in the patient’s record is not valid.',
  unpaid: 'Results wait for the payment.',
  not_released: 'The report is not signed yet.',
  not_active: 'The study is not activated for the patient.',
  no_birth_date:
    'Another number than the patient’s asked, and no date of birth is known that the link could ask for.',
  window_closed:
    'The patient wrote more than a day ago, and WhatsApp then takes templates only; the settings name none.',
  open_placeholder: 'Nothing is known for',
  not_registered_text: 'The text differs from the registered text.',
}

/** True if a person may send it, or send it again; a message that is on its way is left alone. */
export const canSendNotice = (message: MessageState | undefined): boolean => message !== 'Waiting'
