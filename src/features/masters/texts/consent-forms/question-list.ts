import { v7 as mintId } from 'uuid'
import type { ConsentQuestion } from '#contract/masters/consent-form.ts'

/** The questions that a form's values hold. */
export const questionsOf = (value: unknown): readonly ConsentQuestion[] =>
  Array.isArray(value) ? (value as ConsentQuestion[]) : []

/** A question that is still to be written. */
export const newQuestion = (): ConsentQuestion => ({
  id: mintId(),
  ques: '',
  ques_slang: '',
  ans_type: 'Single',
  ans_options: '',
  ans_options_slang: '',
})

/** The list with the item at `from` standing at `to`; as it was where there is no such place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
