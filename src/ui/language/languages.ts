/** The languages of patients' pages. A new one needs a row in each table here and its own words file. */
export const LANGUAGES = ['en', 'hi', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

interface LanguageFacts {
  /** In the language itself: its reader may know no other. */
  name: string
  dir: 'ltr' | 'rtl'
  /** Shown if the words could not be loaded, in the requested language. */
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

/** Returns the language of a tag such as `ar-KW`, if it is one of ours. */
export function findOurLanguage(tag: string | null | undefined): Language | undefined {
  const [name] = (tag ?? '').toLowerCase().split('-')
  return LANGUAGES.find((language) => language === name)
}
