import type { ConsentLanguage } from './answers.ts'
import { optionsOf, type QuestionText, shownQuestion } from './question.ts'

/** An option as stored (`value`, its English words) and as displayed. */
export interface ShownOption {
  value: string
  label: string
}

/** The question in the reader's language; in English if it has no words in the other. */
export function questionWords(question: QuestionText, language: ConsentLanguage): string {
  const slang = question.ques_slang.trim()
  return shownQuestion(language === 'slang' && slang !== '' ? slang : question.ques)
}

/** The options in the reader's language, in order. */
export function shownOptions(question: QuestionText, language: ConsentLanguage): ShownOption[] {
  const [english, slang] = [optionsOf(question.ans_options), optionsOf(question.ans_options_slang)]
  const isTranslated = language === 'slang' && slang.length === english.length
  return english.map((value, at) => ({ value, label: isTranslated ? slang[at]! : value }))
}

/** The form's name in the reader's language. */
export const formName = (
  { name, name_slang }: { name: string; name_slang: string },
  language: ConsentLanguage,
): string => (language === 'slang' && name_slang.trim() !== '' ? name_slang : name)
