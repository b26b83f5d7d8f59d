/** Letters of the name of who signs. */
export const SIGNER_NAME_MAX = 120

/** What a patient is asked beside the form's own questions (docs/wire.md#lists-and-limits). */
export const LMP_TYPES = ['LMP Date', 'Hysterectomy', 'Menopause', 'NA'] as const
export type LmpType = (typeof LMP_TYPES)[number]

/** Who signs a form of the centre's own. */
export const USUAL_SIGNERS = ['Self', 'Parent', 'Parent/Guardian'] as const
/** The others sign Form F (docs/form-f.md): a witness of a thumb impression, and the doctor. */
export const CONSENT_SIGNERS = [...USUAL_SIGNERS, 'Witness', 'Doctor'] as const
export type ConsentSigner = (typeof CONSENT_SIGNERS)[number]

export const FASTING_ANSWERS = ['Yes', 'No'] as const
export type FastingAnswer = (typeof FASTING_ANSWERS)[number]

/** The language that a form was read in: English, or the centre's secondary one. */
export const CONSENT_LANGUAGES = ['en', 'slang'] as const
export type ConsentLanguage = (typeof CONSENT_LANGUAGES)[number]

/** The date is asked only where the type is LMP Date (docs/wire.md#files). */
export const asksLmpDate = (type: string): boolean => type === 'LMP Date'

/** The section about the last period is for women only (docs/screens.md#the-shell). */
export const asksLmp = (gender: string): boolean => gender.trim().toLowerCase().startsWith('f')

/** True where somebody signs in the patient's place: their name belongs to the evidence. */
export const signsForOther = (signer: string): boolean => signer !== '' && signer !== 'Self'

/** An answer: a text, an option, or several options, always by their English words. */
export type QuestionAnswer = string | string[]

/** What a patient answers (docs/visits.md#consent); a length in centimetres and a weight in kilograms as typed. */
export interface ConsentAnswers {
  fasting: '' | FastingAnswer
  height: string
  weight: string
  lmp_type: '' | LmpType
  lmp_date: string | null
  /** By the question's id. */
  ques_ans: Record<string, QuestionAnswer>
  sign_by: '' | ConsentSigner
  signer_name?: string | undefined
  language: ConsentLanguage
}

/** A form that nobody has written into yet. */
export const NO_ANSWERS: ConsentAnswers = {
  fasting: '',
  height: '',
  weight: '',
  lmp_type: '',
  lmp_date: null,
  ques_ans: {},
  sign_by: '',
  signer_name: '',
  language: 'en',
}
