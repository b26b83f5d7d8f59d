import { isolated } from '../language/isolated.ts'
import type { Language } from '../language/languages.ts'

/** Addresses are not isolated: a mail program would take the mark behind one for a part of it. */
const ADDRESSES: readonly string[] = ['PAT_LOGIN_URL', 'VIEWER_URL', 'REPORT_URL', 'LOGIN_URL']

/**
 * Returns the values of placeholders as a sentence of this language takes them: isolated in Hindi and Arabic
 * (docs/decisions/352), so that a name or a date of another direction does not tear the sentence.
 */
export function isolatedValues<Values extends Partial<Record<string, string>>>(
  values: Values,
  language: Language,
): Values {
  if (language === 'en') return values
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    value === undefined || ADDRESSES.includes(name) ? value : isolated(value),
  ])
  return Object.fromEntries(entries) as Values
}
