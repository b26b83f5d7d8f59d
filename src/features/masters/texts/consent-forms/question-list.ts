import { v7 as mintId } from 'uuid'
import type { ConsentQuestion } from '#contract/masters/consent-form.ts'

/** Returns the questions in a form's values. */
export const questionsOf = (value: unknown): readonly ConsentQuestion[] =>
  Array.isArray(value) ? (value as ConsentQuestion[]) : []

/** Returns an empty question. */
export const newQuestion = (): ConsentQuestion => ({
  id: mintId(),
  ques: '',
  ques_slang: '',
  ans_type: 'Single',
  ans_options: '',
  ans_options_slang: '',
})

/** Returns the list with the item at `from` moved to `to`; unchanged if there is no such position. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
