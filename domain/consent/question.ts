/** How a patient answers (docs/masters.md). */
export const ANSWER_TYPES = ['Single', 'Multiple', 'Text'] as const
export type AnswerType = (typeof ANSWER_TYPES)[number]

/** The part of a consent form's question that the rules check. Options are separated by `|`. */
export interface QuestionText {
  ques: string
  ques_slang: string
  ans_type: AnswerType
  ans_options: string
  ans_options_slang: string
}

export const OPTIONS_MAX = 30

/** Options as a list, trimmed and without empty ones. */
export function optionsOf(text: string): string[] {
  return text
    .split('|')
    .map((option) => option.trim())
    .filter((option) => option !== '')
}

/** Options as stored; a separator within one would split it. */
export function optionsText(options: readonly string[]): string {
  return optionsOf(options.map((option) => option.replaceAll('|', ' ')).join('|')).join('|')
}

/** True if the patient must answer: the question ends in * (docs/visits.md#consent). */
export const isRequiredOfPatient = ({ ques }: Pick<QuestionText, 'ques'>): boolean =>
  ques.trimEnd().endsWith('*')

/** A question as displayed, without the star of a required one. */
export const shownQuestion = (text: string): string => text.trimEnd().replace(/\s*\*$/u, '')

/**
 * The question as stored: trimmed; a text answer has no options (docs/masters.md#lists).
 */
export function settleQuestion<Question extends QuestionText>(question: Question): Question {
  const isText = question.ans_type === 'Text'
  return {
    ...question,
    ques: question.ques.trim(),
    ques_slang: question.ques_slang.trim(),
    ans_options: isText ? '' : optionsText(optionsOf(question.ans_options)),
    ans_options_slang: isText ? '' : optionsText(optionsOf(question.ans_options_slang)),
  }
}

type Part = 'ques' | 'ans_options' | 'ans_options_slang'

/** The rule that each part of a question breaks (docs/masters.md#lists); empty if it is valid. */
export function brokenQuestionRules(question: QuestionText): Partial<Record<Part, string>> {
  const broken: Partial<Record<Part, string>> = {}
  const { ques, ans_type, ans_options, ans_options_slang } = question
  if (shownQuestion(ques).trim() === '') broken.ques = 'The question in English is required.'
  if (ans_type === 'Text') return broken
  const [english, secondary] = [optionsOf(ans_options), optionsOf(ans_options_slang)]
  const repeated = hasTwice(english)
  if (english.length === 0) broken.ans_options = 'Answer options are required.'
  else if (english.length > OPTIONS_MAX) broken.ans_options = `Answer options are at most ${OPTIONS_MAX}.`
  else if (repeated) broken.ans_options = 'An answer option stands twice.'
  if (secondary.length > 0 && secondary.length !== english.length)
    broken.ans_options_slang = `There must be as many options as in English: ${english.length}, not ${secondary.length}.`
  return broken
}

const hasTwice = (options: readonly string[]) =>
  new Set(options.map((option) => option.toLowerCase())).size < options.length
