/** The message for each rule of a consent form; lengths in centimetres, weights in kilograms. */
export interface ConsentRuleWords {
  height: (least: number, most: number) => string
  weight: (least: number, most: number) => string
  lmpDateMissing: string
  lmpDateInFuture: string
  unknownQuestion: string
  signature: string
  signer: string
  unanswered: string
  notAnOption: string
  oneOnly: string
  notWords: string
  tooLong: (most: number) => string
  twice: string
}

/** In English: for the server, and for every page whose language has no words of its own. */
export const CONSENT_RULE_WORDS: ConsentRuleWords = {
  height: (least, most) => `Height must be between ${least} and ${most} cm.`,
  weight: (least, most) => `Weight must be between ${least} and ${most} kg.`,
  lmpDateMissing: 'Enter the LMP date.',
  lmpDateInFuture: 'The LMP date cannot be in the future.',
  unknownQuestion: 'This question is not on the form.',
  signature: 'Signature required!',
  signer: 'Say who signs.',
  unanswered: 'This question must be answered.',
  notAnOption: 'Choose one of the answers.',
  oneOnly: 'Choose one answer only.',
  notWords: 'Answer in words.',
  tooLong: (most) => `An answer has at most ${most} characters.`,
  twice: 'An answer is given twice.',
}
