import type { FormContent } from '../consent/form-content.ts'
import { FORM_F_SLANG_NAMES, formFPartOf, formFQuestions } from './form-f.ts'

/**
 * True if the second language of a form is the Hindi of the data file, word for word: other languages are written in the
 * same letters, and what a centre wrote is named by nobody.
 */
export function isOwnHindi({ id, name_slang, questions }: FormContent & { id: string }): boolean {
  const part = formFPartOf(id)
  if (part === undefined || FORM_F_SLANG_NAMES[part] === '' || name_slang !== FORM_F_SLANG_NAMES[part])
    return false
  const own = formFQuestions(part)
  return (
    questions.length === own.length &&
    questions.every(
      ({ ques_slang, ans_options_slang }, at) =>
        ques_slang === own[at]?.ques_slang && ans_options_slang === own[at].ans_options_slang,
    )
  )
}
