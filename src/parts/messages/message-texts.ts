import type { Language } from '#domain/language/languages.ts'
import { ENGLISH_TEXTS, type MessageTexts } from '#domain/message/texts/en.ts'

/** What the product writes to patients: English is bundled, the other languages are one file each, loaded on demand. */
const TEXTS: Record<Language, () => Promise<MessageTexts>> = {
  en: async () => ENGLISH_TEXTS,
  hi: async () => (await import('#domain/message/texts/hi.ts')).HINDI_TEXTS,
  ar: async () => (await import('#domain/message/texts/ar.ts')).ARABIC_TEXTS,
}

/** Returns the texts in a language. Rejects if their file cannot be loaded. */
export const fetchMessageTexts = (language: Language): Promise<MessageTexts> => TEXTS[language]()
