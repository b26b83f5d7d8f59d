import type { ConsentSigner, FastingAnswer, LmpType } from '#domain/consent/answers.ts'
import { CONSENT_RULE_WORDS, type ConsentRuleWords } from '#domain/consent/rule-words.ts'

/** The fixed words of the patients' form, in one language. */
export interface FormWords {
  /** The language's own name. */
  name: string
  language: string
  patient: string
  facts: Record<'name' | 'passport' | 'gender' | 'mobile' | 'dob' | 'centre' | 'visit', string>
  genders: Record<'Male' | 'Female', string>
  health: string
  fasting: string
  fastingAnswers: Record<FastingAnswer, string>
  height: string
  weight: string
  lmp: string
  lmpType: string
  lmpTypes: Record<LmpType, string>
  lmpDate: string
  /** Words of the calendar beside a date; `problem` says how to write a date. */
  dates: Record<
    | 'hint'
    | 'openCalendar'
    | 'calendar'
    | 'today'
    | 'clear'
    | 'previous'
    | 'next'
    | 'chooseMonth'
    | 'problem',
    string
  >
  questions: string
  required: string
  noQuestions: string
  progress: (done: number, total: number) => string
  signing: string
  signBy: string
  signers: Record<ConsentSigner, string>
  signerName: string
  signHere: string
  signature: (isSigned: boolean) => string
  clear: string
  signedBefore: (when: string) => string
  submit: string
  failed: string
  /** Why the centre refused it. */
  refusals: Record<'link_over' | 'throttled' | 'other', string>
  kept: string
  offline: string
  toMend: (count: number) => string
  changed: string
  thanks: string
  /** Shown after the form was sent from the patient's own phone, or from the centre's tablet. */
  doneOnPhone: string
  doneOnTablet: string
  desk: string
  rules: ConsentRuleWords
}

/** The words of docs/visits.md#consent. */
export const ENGLISH: FormWords = {
  name: 'English',
  language: 'Language',
  patient: 'Patient information',
  facts: {
    name: 'Name',
    passport: 'Civil ID',
    gender: 'Gender',
    mobile: 'Mobile',
    dob: 'Date of birth',
    centre: 'Centre',
    visit: 'Visit',
  },
  genders: { Male: 'Male', Female: 'Female' },
  health: 'About you today',
  fasting: 'Fasting',
  fastingAnswers: { Yes: 'Yes', No: 'No' },
  height: 'Height in CM',
  weight: 'Weight in KG',
  lmp: 'For women',
  lmpType: 'LMP',
  lmpTypes: { 'LMP Date': 'LMP Date', Hysterectomy: 'Hysterectomy', Menopause: 'Menopause', NA: 'NA' },
  lmpDate: 'LMP date',
  dates: {
    hint: 'DD MMM YYYY',
    openCalendar: 'Open calendar',
    calendar: 'Calendar',
    today: 'Today',
    clear: 'Clear',
    previous: 'Previous',
    next: 'Next',
    chooseMonth: 'Choose month and year',
    problem: 'Write the date as 23 Nov 2026 or 23/11/2026.',
  },
  questions: 'Questions',
  required: 'must be answered',
  noQuestions: 'This form has no questions.',
  progress: (done, total) => `${done} of ${total} answered`,
  signing: 'Signature',
  signBy: 'Who signs',
  signers: {
    Self: 'Self',
    Parent: 'Parent',
    'Parent/Guardian': 'Parent/Guardian',
    Witness: 'Witness of a thumb impression',
    Doctor: 'Doctor',
  },
  signerName: 'Name of who signs',
  signHere: 'Sign here with a finger, a pen or the mouse',
  signature: (isSigned) => (isSigned ? 'Signature pad, signed' : 'Signature pad, empty'),
  clear: 'Clear Signature',
  signedBefore: (when) =>
    `Signed before, ${when}. Change your answers if you need to; sign again only if you want to.`,
  submit: 'Submit Form',
  failed: 'The form was not sent',
  refusals: {
    link_over: 'This link has expired. Ask the centre for a new one.',
    throttled: 'Too many attempts. Wait a moment.',
    other: 'Something at the centre went wrong. Try again, or ask at the desk.',
  },
  kept: 'Your answers and your signature are still here.',
  offline: 'There is no network now. The form needs it; your answers stay here.',
  toMend: (count) => (count === 1 ? 'One field needs another look.' : `${count} fields need another look.`),
  changed: 'The form was changed while you filled it. Read it again and sign once more.',
  thanks: 'Thank you',
  doneOnPhone: 'Your form is signed and at the centre. You can close this page.',
  doneOnTablet: 'Your form is signed. Please give this device back to the desk.',
  desk: 'Give back to the desk',
  rules: CONSENT_RULE_WORDS,
}
