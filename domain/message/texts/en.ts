import type { Age } from '../../patient/age.ts'
import { ageInWords } from '../../patient/age.ts'
import { DEFAULT_NOTIFICATIONS, type NotificationEvent, type NotificationTexts } from '../notification.ts'
import { REPORT_ANSWERS } from '../report-code.ts'
import { DEFAULT_SHARE_TEXTS, type ShareTexts } from '../share-text.ts'

/** The events that patients are told of: a referrer is written to in English. */
export type PatientEvent = Exclude<NotificationEvent, 'Follow_Up_Referrer'>

/** What the product writes to patients where the centre has written nothing of its own (docs/languages.md). */
export interface MessageTexts {
  notifications: Readonly<Record<PatientEvent, NotificationTexts>>
  share: ShareTexts
  /** Subjects of e-mails whose text a person wrote or saw. */
  subjects: Record<'study' | 'access', string>
  /** A consent form that is sent to the patient. */
  consent: {
    subject: (centre: string) => string
    text: (centre: string, url: string) => string
    /** On paper, above the code of the link. */
    paper: (form: string, centre: string) => string
  }
  /** The reply to a question for a report that is not released yet. */
  reportLater: string
  /** Values of placeholders that are words. */
  values: { gender: Record<'Male' | 'Female', string>; age: (age: Age) => string }
}

export const ENGLISH_TEXTS: MessageTexts = {
  notifications: DEFAULT_NOTIFICATIONS,
  share: DEFAULT_SHARE_TEXTS,
  subjects: { study: 'Your examination', access: 'Your access to the results' },
  consent: {
    subject: (centre) => `A form for your visit to ${centre}`,
    text: (centre, url) =>
      `${centre} asks you to read and sign a form before your visit. Open it here: ${url}`,
    paper: (form, centre) =>
      `${centre}\n\n${form}\n\nScan this code with the camera of your phone, read the form and sign it there.`,
  },
  reportLater: REPORT_ANSWERS.later,
  values: { gender: { Male: 'Male', Female: 'Female' }, age: ageInWords },
}
