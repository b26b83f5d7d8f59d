/** The counted scripts; a text in Latin letters is counted under the first. */
const SCRIPTS = [
  'Latn',
  'Arab',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Thai',
  'Laoo',
  'Khmr',
  'Mymr',
  'Thaa',
  'Hebr',
  'Grek',
  'Cyrl',
  'Armn',
  'Geor',
  'Ethi',
  'Tibt',
  'Hang',
  'Hira',
  'Kana',
  'Hani',
] as const
type CountedScript = (typeof SCRIPTS)[number]

const PATTERNS = new Map<CountedScript, RegExp>(
  SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'gu')]),
)
const LATIN_ONLY = /^[^\u0250-\u{10ffff}]*$/u

/** The language of a paper's own words. */
const OWN = 'en'

/**
 * Returns the language of a text as a tag (BCP 47), by the script of most of its letters: that of the locale
 * if it uses this script, otherwise the script's most common language; undefined for a text without letters.
 * An invalid locale is ignored. Of several locales the first one that uses the script counts.
 */
export function languageOf(text: string, ...locales: readonly (string | undefined)[]): string | undefined {
  const script = scriptOfMost(text)
  if (script === undefined) return undefined
  const own = locales
    .map((locale) => (locale === undefined ? undefined : findLocale(locale)?.maximize()))
    .find((one) => isWrittenIn(one?.script ?? '', script))
  if (own) return own.language
  return script === 'Latn' ? OWN : new Intl.Locale(`und-${script}`).maximize().language
}

// A session without a client has the empty locale, and an invalid setting must not prevent a paper.
function findLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

function scriptOfMost(text: string): CountedScript | undefined {
  if (LATIN_ONLY.test(text)) return /[A-Za-z\u00C0-\u024F]/.test(text) ? 'Latn' : undefined
  let [most, found]: [number, CountedScript | undefined] = [0, undefined]
  for (const [script, pattern] of PATTERNS) {
    const count = text.match(pattern)?.length ?? 0
    if (count > most) [most, found] = [count, script]
  }
  return found
}

/** Scripts that a language mixes, by the code of the mixture. */
const MIXED: Readonly<Record<string, readonly CountedScript[]>> = {
  Jpan: ['Hira', 'Kana', 'Hani'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
}

const isWrittenIn = (code: string, script: CountedScript): boolean =>
  code === script || (MIXED[code]?.includes(script) ?? false)
