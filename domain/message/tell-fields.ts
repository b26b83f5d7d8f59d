import type { MessageChannel } from './channels.ts'

/** The fields of a patient that store the choice for each channel. */
export const TELL_FIELDS = ['tell_email', 'tell_sms', 'tell_whatsapp'] as const
export type TellField = (typeof TELL_FIELDS)[number]

/** The field of each channel; a new channel does not compile until it has one. */
export const TELL_FIELD_OF = {
  E: 'tell_email',
  S: 'tell_sms',
  W: 'tell_whatsapp',
} as const satisfies Record<MessageChannel, TellField>

/** How a choice was made: at the desk, or by the patient's first message. */
export const CHOICE_WAYS = ['Desk', 'Patient_Wrote_First'] as const
export type ChoiceWay = (typeof CHOICE_WAYS)[number]
