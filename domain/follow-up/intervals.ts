/** After how long: `from` and `to` are the same where the text gives no range. */
export interface Interval {
  from: number
  to: number
  unit: 'day' | 'week' | 'month' | 'year'
}

export interface IntervalMention {
  interval: Interval
  from: number
  to: number
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  eighteen: 18,
}

const NUMBER = String.raw`\d{1,3}|${Object.keys(NUMBER_WORDS).toReversed().join('|')}`
const MENTION = new RegExp(
  String.raw`(?:\b(in|after|at|within|every|by)\s+(?:(?:about|around|approximately|approx\.?|the next|another|a further)\s+|~\s*)?)?` +
    String.raw`(?<![\d.,/])\b(${NUMBER})(?:\s*(?:-|–|—|to|or)\s*(${NUMBER}))?(?:\s*[-–]\s*|\s+|(?<=\d))` +
    String.raw`(days?|weeks?|wks?|months?|mths?|mos?|years?|yrs?)\b(?:['’]?\s+time\b)?`,
  'gi',
)
/** Said without a number. */
const RECURRING = /\b(?:(annual(?:ly)?|yearly)|(?:six|6)[\s-]monthly|(?:three|3)[\s-]monthly)\b/gi

/** What makes words such as "3 months" a time to come where no "in" stands before them. */
const COMES_BEHIND = /^[\s,'’-]*(?:follow|interval|later|hence|repeat|surveillance|control|review|from now)/i
const COMES_BEFORE = /\b(?:follow[\s-]?up|repeat\w*|surveillance|review|recall)\b[^.;]{0,30}$/i
/** What makes them a time that has passed, or an age. */
const PASSED_BEHIND = /^[\s'’-]*(?:ago|old|prior|earlier|before|previously|back|history|of age|duration)\b/i
const PASSED_BEFORE =
  /\b(?:for|since|over|past|last|previous|preceding|of|during)\s+(?:the\s+)?(?:past\s+|last\s+)?$/i

/** Further away is no follow-up that anybody keeps a list of. */
const DAYS_MAX = 3_660

/** The times to come that a text names, in its order. */
export function intervalsIn(text: string): IntervalMention[] {
  const counted = [...text.matchAll(MENTION)].flatMap((match): IntervalMention[] => {
    const [words, preposition, first = '', second, unitWord = ''] = match
    const [from, to] = [match.index, match.index + words.length]
    if (!preposition && !isToCome(text.slice(0, from), text.slice(to))) return []
    if (PASSED_BEHIND.test(text.slice(to))) return []
    // "a month" without "in" is a rate.
    if (!preposition && /^an?$/i.test(first)) return []
    const numbers = [first, second ?? first].map(numberOf)
    const interval = { from: Math.min(...numbers), to: Math.max(...numbers), unit: unitOf(unitWord) }
    return isSensible(interval) ? [{ interval, from, to }] : []
  })
  const recurring = [...text.matchAll(RECURRING)].map((match): IntervalMention => {
    const [words, yearly] = match
    const months = /^(?:six|6)/i.test(words) ? 6 : 3
    const interval: Interval = yearly
      ? { from: 1, to: 1, unit: 'year' }
      : { from: months, to: months, unit: 'month' }
    return { interval, from: match.index, to: match.index + words.length }
  })
  return [...counted, ...recurring].toSorted((a, b) => a.from - b.from)
}

const isToCome = (before: string, behind: string) =>
  !PASSED_BEFORE.test(before) && (COMES_BEHIND.test(behind) || COMES_BEFORE.test(before))

const numberOf = (word: string) => NUMBER_WORDS[word.toLowerCase()] ?? Number(word)

const DAYS = { day: 1, week: 7, month: 30.5, year: 366 } as const

function unitOf(word: string): Interval['unit'] {
  const letter = word.charAt(0).toLowerCase()
  if (letter === 'd') return 'day'
  if (letter === 'w') return 'week'
  return letter === 'm' ? 'month' : 'year'
}

const isSensible = ({ from, to, unit }: Interval) => from > 0 && to * DAYS[unit] <= DAYS_MAX

/** The interval as a list shows it: `3-6 months`, `1 year`. */
export function intervalText({ from, to, unit }: Interval): string {
  const count = from === to ? String(from) : `${from}-${to}`
  return `${count} ${unit}${to === 1 ? '' : 's'}`
}
