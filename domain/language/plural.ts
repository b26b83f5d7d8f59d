import type { Language } from './languages.ts'

/** A language's plural forms (Unicode CLDR): the compiler requires each of them. */
interface Forms {
  en: 'one' | 'other'
  hi: 'one' | 'other'
  ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
}

/** Returns a function that picks a language's form for a number. */
export function pluralIn<L extends Language>(language: L) {
  const rules = new Intl.PluralRules(language)
  return (count: number, forms: Record<Forms[L], string>): string =>
    (forms as Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })[rules.select(count)] ??
    (forms as { other: string }).other
}
