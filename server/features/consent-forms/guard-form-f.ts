import { Refusal } from '#contract/kernel/error-codes.ts'
import type { ConsentQuestion } from '#contract/masters/consent-form.ts'
import { FORM_F_NAMES, formFPartOf, formFQuestions } from '#domain/pndt/form-f.ts'
import { invalid } from '#server/kernel/http/read-input.ts'

interface SavedForm {
  id?: string | undefined
  name: string
  status: 0 | 1
  questions?: readonly ConsentQuestion[] | undefined
}

/**
 * Throws if a save changes what the law says of Form F. Its words in the second language are the centre's own: whoever
 * translates them leaves English, kinds and order alone.
 */
export function guardFormF({ id = '', name, status, questions }: SavedForm): void {
  const part = formFPartOf(id)
  if (part === undefined) return
  if (status !== 1) throw invalid({ status: 'stays Active: Form F is asked for before a scan' })
  if (name.trim() !== FORM_F_NAMES[part]) throw invalid({ name: `stays “${FORM_F_NAMES[part]}”` })
  if (!questions) return
  const asked = formFQuestions(part)
  const isSame =
    questions.length === asked.length &&
    asked.every((own, at) => {
      const given = questions[at]
      return (
        given?.id === own.id &&
        given.ques.trim() === own.ques &&
        given.ans_type === own.ans_type &&
        given.ans_options === own.ans_options
      )
    })
  if (!isSame)
    throw invalid({ questions: 'of Form F are those of the Act: only the second language can be written' })
}

/** Throws if the form is a part of Form F, which is deleted nowhere. */
export function refuseRemoval(formId: string): void {
  if (formFPartOf(formId) !== undefined)
    throw new Refusal(
      'refused',
      'Form F cannot be removed: the PC-PNDT Act requires it. Switch it off at the branches.',
    )
}
