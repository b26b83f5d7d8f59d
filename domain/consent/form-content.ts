import type { AskedQuestion } from './answer-rules.ts'
import { canonicalJson } from './canonical.ts'

/** The content of one version of a form, as a patient reads it. */
export interface FormContent {
  name: string
  name_slang: string
  questions: readonly AskedQuestion[]
}

/** Names the format of the text below, so that it cannot be confused with another one. */
const FORM = 'readroom-consent-form-1'

/** The text whose SHA-256 names a version of a form: the same on the device that showed it and on the server. */
export function formText({ name, name_slang, questions }: FormContent): string {
  return `${FORM}\n${canonicalJson({ name, name_slang, questions: questions.map(asRead) })}`
}

// Field by field: other fields of a record are not part of what was read.
const asRead = ({ id, ques, ques_slang, ans_type, ans_options, ans_options_slang }: AskedQuestion) => ({
  id,
  ques,
  ques_slang,
  ans_type,
  ans_options,
  ans_options_slang,
})

/** True if the form can be read in the secondary language: its name or a question has words in it. */
export const hasSecondLanguage = ({ name_slang, questions }: FormContent): boolean =>
  name_slang.trim() !== '' || questions.some(({ ques_slang }) => ques_slang.trim() !== '')
