/** What stands in the place of a name. */
export const BLIND_MARK = '[name]'

/** Words of names that are shorter may be any word. */
const WORD_MIN = 3
const TITLES = ['dr', 'prof', 'mr', 'mrs', 'ms', 'md']
const BETWEEN = /[\s.,^]+/

/**
 * The markup of a report without these people's names: each as a whole, and its words behind a title ("Dr Rao"). Words alone
 * stay, for many a name is an anatomical word too.
 */
export function blindReport(markup: string, names: readonly string[]): string {
  const after = `(?:${TITLES.join('|')})\\.?\\s+`
  return replaceNames(replaceNames(markup, wholesOf(names)), wordsOf(names), after)
}

/** A learning point without these people's names: each as a whole, and each of its words that has a capital. */
export function blindPoint(text: string, names: readonly string[]): string {
  return replaceNames(replaceNames(text, wholesOf(names)), wordsOf(names), '', startsWithCapital)
}

const wholesOf = (names: readonly string[]) => {
  const given = names.map((name) => name.trim()).filter((name) => name.length >= WORD_MIN)
  // As it is spoken, too: without titles, with spaces in the place of DICOM's carets, and the family name last.
  const spoken = names.map((name) => wordsOf([name])).filter((words) => words.length > 1)
  return [...given, ...spoken.flatMap((words) => [words.join(' '), [...words.slice(1), words[0]].join(' ')])]
}

const wordsOf = (names: readonly string[]): string[] =>
  names.flatMap((name) =>
    name.split(BETWEEN).filter((word) => word.length >= WORD_MIN && !TITLES.includes(word.toLowerCase())),
  )

const startsWithCapital = (found: string) => found[0] !== found[0]?.toLowerCase()
const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`)

function replaceNames(
  text: string,
  wanted: readonly string[],
  before = '',
  isName: (found: string) => boolean = () => true,
): string {
  const longestFirst = [...new Set(wanted)].toSorted((a, b) => b.length - a.length)
  if (longestFirst.length === 0) return text
  const anyOf = longestFirst.map((one) => escaped(one)).join('|')
  // What stands between angle brackets is markup, which holds no name.
  const pattern = new RegExp(
    String.raw`<[^>]*>|(?<![\p{L}\p{N}])${before}(?:${anyOf})(?![\p{L}\p{N}])`,
    'giu',
  )
  return text.replaceAll(pattern, (found) => (found.startsWith('<') || !isName(found) ? found : BLIND_MARK))
}
