/** What a patient is asked beside the form's own questions (spec 1 section 9). */
export const LMP_TYPES = ['LMP Date', 'Hysterectomy', 'Menopause', 'NA'] as const
export type LmpType = (typeof LMP_TYPES)[number]

export const CONSENT_SIGNERS = ['Self', 'Parent', 'Parent/Guardian'] as const
export type ConsentSigner = (typeof CONSENT_SIGNERS)[number]

/** The date is asked only where the type is LMP Date (spec 1 section 5). */
export const asksLmpDate = (type: string): boolean => type === 'LMP Date'
