import type { Language } from '../../language/languages.ts'
import { ARABIC_TEXTS } from './ar.ts'
import { ENGLISH_TEXTS, type MessageTexts } from './en.ts'
import { HINDI_TEXTS } from './hi.ts'

const TEXTS: Readonly<Record<Language, MessageTexts>> = {
  en: ENGLISH_TEXTS,
  hi: HINDI_TEXTS,
  ar: ARABIC_TEXTS,
}

/** Returns what the product writes to patients in a language. */
export const textsIn = (language: Language): MessageTexts => TEXTS[language]
