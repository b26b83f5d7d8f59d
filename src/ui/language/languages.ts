import { LANGUAGE_FACTS, type Language } from '#domain/language/languages.ts'

/** What a page knows of each language. A new one needs a row here and its own words file. */
export const LANGUAGE_TABLE: Record<
  Language,
  {
    name: string
    dir: 'ltr' | 'rtl'
    /** Shown if the words could not be loaded, in the requested language. */
    notFetched: string
  }
> = {
  en: {
    ...LANGUAGE_FACTS.en,
    notFetched: 'This language could not be fetched. Choose it again when the network is back.',
  },
  hi: {
    ...LANGUAGE_FACTS.hi,
    notFetched: 'यह भाषा अभी नहीं मिल सकी। नेटवर्क आने पर इसे फिर से चुनें।',
  },
  ar: {
    ...LANGUAGE_FACTS.ar,
    notFetched: 'تعذّر تحميل هذه اللغة. اخترها مرة أخرى عند عودة الشبكة.',
  },
}
