import type { MessageChannel } from './channels.ts'

/** The fields of a patient that keep what was said of each way to be told. */
export const TELL_FIELDS = ['tell_email', 'tell_sms', 'tell_whatsapp'] as const
export type TellField = (typeof TELL_FIELDS)[number]

/** Whose field is whose; a new channel does not compile until it has one. */
export const TELL_FIELD_OF = {
  E: 'tell_email',
  S: 'tell_sms',
  W: 'tell_whatsapp',
} as const satisfies Record<MessageChannel, TellField>

/** How a choice was made: at the desk, or by a message that the patient wrote first. */
export const CHOICE_WAYS = ['Desk', 'Patient_Wrote_First'] as const
export type ChoiceWay = (typeof CHOICE_WAYS)[number]
