import type { AskedQuestion } from './answer-rules.ts'
import { canonicalJson } from './canonical.ts'

/** What a patient reads of a form: the content of one version of it. */
export interface FormContent {
  name: string
  name_slang: string
  questions: readonly AskedQuestion[]
}

/** Names the shape of the text below, so that another shape can never be taken for it. */
const FORM = 'readroom-consent-form-1'

/** The text whose SHA-256 names a version of a form: the same on the device that showed it and on the server. */
export function formText({ name, name_slang, questions }: FormContent): string {
  return `${FORM}\n${canonicalJson({ name, name_slang, questions: questions.map(asRead) })}`
}

// Field by field: what a record carries besides is no part of what was read.
const asRead = ({ id, ques, ques_slang, ans_type, ans_options, ans_options_slang }: AskedQuestion) => ({
  id,
  ques,
  ques_slang,
  ans_type,
  ans_options,
  ans_options_slang,
})

/** True where the form can be read in the secondary language: its name or a question is written in it. */
export const hasSecondLanguage = ({ name_slang, questions }: FormContent): boolean =>
  name_slang.trim() !== '' || questions.some(({ ques_slang }) => ques_slang.trim() !== '')
