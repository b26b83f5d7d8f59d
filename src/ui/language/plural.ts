import type { Language } from './languages.ts'

/** The forms that a language has (Unicode CLDR): the compiler asks for each of them. */
interface Forms {
  en: 'one' | 'other'
  hi: 'one' | 'other'
  ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
}

/** Returns a function that picks the form of a language for a number. */
export function pluralIn<L extends Language>(language: L) {
  const rules = new Intl.PluralRules(language)
  return (count: number, forms: Record<Forms[L], string>): string =>
    (forms as Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })[rules.select(count)] ??
    (forms as { other: string }).other
}
