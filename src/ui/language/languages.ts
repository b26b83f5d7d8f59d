/** The languages of the pages that patients read. A new one is a row in each table here and its file of words. */
export const LANGUAGES = ['en', 'hi', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

interface LanguageFacts {
  /** In the language itself: who looks for it may know no other. */
  name: string
  dir: 'ltr' | 'rtl'
  /** What the page says where the words could not be fetched, in the language that was asked for. */
  notFetched: string
}

export const LANGUAGE_TABLE: Record<Language, LanguageFacts> = {
  en: {
    name: 'English',
    dir: 'ltr',
    notFetched: 'This language could not be fetched. Choose it again when the network is back.',
  },
  hi: {
    name: 'हिन्दी',
    dir: 'ltr',
    notFetched: 'यह भाषा अभी नहीं मिल सकी। नेटवर्क आने पर इसे फिर से चुनें।',
  },
  ar: {
    name: 'العربية',
    dir: 'rtl',
    notFetched: 'تعذّر تحميل هذه اللغة. اخترها مرة أخرى عند عودة الشبكة.',
  },
}

/** Returns the language that a tag such as `ar-KW` names, where it is one of ours. */
export function findOurLanguage(tag: string | null | undefined): Language | undefined {
  const [name] = (tag ?? '').toLowerCase().split('-')
  return LANGUAGES.find((language) => language === name)
}
