import type { ConsentLanguage } from './answers.ts'
import { optionsOf, type QuestionText, shownQuestion } from './question.ts'

/** An option as it is chosen (`value`, its English words) and as it is read. */
export interface ShownOption {
  value: string
  label: string
}

/** The question in the language that is read; in English where it has no words in the other. */
export function questionWords(question: QuestionText, language: ConsentLanguage): string {
  const slang = question.ques_slang.trim()
  return shownQuestion(language === 'slang' && slang !== '' ? slang : question.ques)
}

/** The options in the language that is read, in their order. */
export function shownOptions(question: QuestionText, language: ConsentLanguage): ShownOption[] {
  const [english, slang] = [optionsOf(question.ans_options), optionsOf(question.ans_options_slang)]
  const isTranslated = language === 'slang' && slang.length === english.length
  return english.map((value, at) => ({ value, label: isTranslated ? slang[at]! : value }))
}

/** The form's name in the language that is read. */
export const formName = (
  { name, name_slang }: { name: string; name_slang: string },
  language: ConsentLanguage,
): string => (language === 'slang' && name_slang.trim() !== '' ? name_slang : name)
