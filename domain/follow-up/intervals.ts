import { endsOfRange, NUMBER, RANGE } from './numbers.ts'

/** After how long: `from` and `to` are the same where the text gives no range. */
export interface Interval {
  from: number
  to: number
  unit: 'day' | 'week' | 'month' | 'year'
}

export interface IntervalMention {
  interval: Interval
  /** The small word before the time, as `in` or `at`, `every` for `annual`; undefined where there is none. */
  preposition?: string
  from: number
  to: number
}

/** Times in a row are one mention, of which the first counts: `at 3, 6 and 12 months`. */
const MENTION = new RegExp(
  String.raw`(?:\b(in|after|at|within|every|by)\s+(?:(?:about|around|approximately|approx\.?|the next|another|a further)\s+|~\s*)?)?` +
    String.raw`(?<![\d.,/])\b(${RANGE}(?:(?:\s*[,/&]\s*(?:and\s+)?|\s+and\s+(?:then\s+)?(?:at\s+)?)${RANGE})*)(?:\s*[-–]\s*|\s+|(?<=\d))` +
    String.raw`(days?|weeks?|wks?|months?|mths?|mos?|years?|yrs?)\b(?:['’]?\s+time\b)?`,
  'gi',
)
const NEXT_IN_ROW = /[,/&]|\band\b/i

/** Said without a number: `annual`, `half-yearly`, `2-yearly`, `six monthly`. */
const RECURRING = new RegExp(
  String.raw`(?<![\w.,/-])(?:(half|semi|bi|twice)[\s-]*|(${RANGE})(?:[\s-]+|(?<=\d)))?(annual(?:ly)?|yearly|monthly|weekly|quarterly)\b`,
  'gi',
)
/** What changes the meaning of such a word in a way that is not read. */
const UNREAD_BEFORE =
  /(?:\d[\s,/–-]*(?:and|or|to)?|\b(?:half|times|thrice|twice|tri|other|second|third|alternate))[\s–-]*$/i
/** What is given so often is a treatment: "3-weekly cycles". */
const TREATMENT_BEHIND = /^[\s-]*(?:\w+\s+)?(?:chemo|cycle|inject|doses\b|treat|therap|session|radio)/i
/** How often within that time. */
const OFTEN_BEFORE = /\b(?:twice|thrice|times)\s+$/i
/** No row of times: half a year. */
const FRACTION = /\b[13]\s*\/\s*[24]\b/

/** What makes words such as "3 months" a time to come where no "in" stands before them. */
const COMES_BEHIND = /^[\s,'’-]*(?:follow|interval|later|hence|repeat|surveillance|control|review|from now)/i
const COMES_BEFORE = /\b(?:follow[\s-]?up|repeat\w*|surveillance|review|recall)\b[^.;]{0,30}$/i
/** What makes them a time that has passed, an age, or a time that is counted from another day than the examination's. */
const PASSED_BEHIND =
  /^[\s'’-]*(?:and (?:a )?half|ago|old|prior|earlier|before|previously|back|history|duration|of (?:age|life|gestation|stability|follow|surveillance)|(?:after|post|following|from|since)\b(?![\s-](?:now|today|this|the (?:present|current|date of)|contrast)\b)|of (?:the )?(?:surg|operat|discharg|complet|deliver|procedure|stent))/i
const PASSED_BEFORE =
  /\b(?:for|since|over|past|last|previous|preceding|of|during|until|till|up\s?to|through|beyond|at least)\s+(?:the\s+)?(?:past\s+|last\s+|next\s+|about\s+)?$/i
/** A number before it that was not read along: which time is the first is not known. */
const TORN_BEFORE = new RegExp(
  String.raw`(?:[\d½¼¾]|\b(?:${NUMBER}))(?:st|nd|rd|th)?\s*(?:[-–—,/&.]|and|or|to)\s*$`,
  'i',
)

/** The number behind these words is no time: "BI-RADS 3, 6-month follow-up". */
const CATEGORY_BEFORE =
  /(?:rads|\b(?:category|cat|grade|stage|type|segments?|bosniak|score|level|class))\s*[-:.]?\s*$/i
const CATEGORY = /^\d+\s*[,–—-]\s*/

/** Further away is no follow-up that anybody keeps a list of. */
const DAYS_MAX = 3_660

/** The times to come that a text names, in its order. */
export function intervalsIn(text: string): IntervalMention[] {
  return [...countedIn(text), ...recurringIn(text)]
    .filter(({ interval }) => isSensible(interval))
    .toSorted((a, b) => a.from - b.from)
}

const countedIn = (text: string) =>
  [...text.matchAll(MENTION)].flatMap((match): IntervalMention[] => {
    const [words, preposition, numbers = '', unitWord = ''] = match
    const [from, to] = [match.index, match.index + words.length]
    const [before, behind] = [text.slice(0, from), text.slice(to)]
    if (PASSED_BEHIND.test(behind) || OFTEN_BEFORE.test(before) || FRACTION.test(numbers)) return []
    const unit = unitOf(unitWord)
    if (preposition)
      return [{ interval: firstOf(numbers, unit), preposition: preposition.toLowerCase(), from, to }]
    // "a month" without "in" is a rate.
    if (/^an?$/i.test(numbers) || TORN_BEFORE.test(before) || !isToCome(before, behind)) return []
    const own = CATEGORY_BEFORE.test(before) ? numbers.replace(CATEGORY, '') : numbers
    // A row without "at" may begin with a number of something else.
    return NEXT_IN_ROW.test(own) ? [] : [{ interval: firstOf(own, unit), from, to }]
  })

const recurringIn = (text: string) =>
  [...text.matchAll(RECURRING)].flatMap((match): IntervalMention[] => {
    const [words, part, range, word = ''] = match
    const interval = recurrence(part?.toLowerCase(), range, word.toLowerCase())
    const isOther = TREATMENT_BEHIND.test(text.slice(match.index + words.length))
    return !interval || isOther || UNREAD_BEFORE.test(text.slice(0, match.index))
      ? []
      : [{ interval, preposition: 'every', from: match.index, to: match.index + words.length }]
  })

/** "Bi-monthly" may be twice a month or every second one, and "monthly" alone may be of a treatment: neither is read. */
function recurrence(part: string | undefined, range: string | undefined, word: string): Interval | undefined {
  const unit = unitOf(word.startsWith('annual') ? 'year' : word)
  if (word === 'quarterly') return part || range ? undefined : { from: 3, to: 3, unit: 'month' }
  if (part) return unit === 'year' ? { from: 6, to: 6, unit: 'month' } : undefined
  return range || unit === 'year' ? { ...endsOfRange(range ?? 'one'), unit } : undefined
}

function firstOf(numbers: string, unit: Interval['unit']): Interval {
  const row = numbers.split(NEXT_IN_ROW).map((range) => ({ ...endsOfRange(range), unit }))
  return row.reduce((first, next) => (next.from < first.from ? next : first))
}

const isToCome = (before: string, behind: string) =>
  !PASSED_BEFORE.test(before) && (COMES_BEHIND.test(behind) || COMES_BEFORE.test(before))

const DAYS = { day: 1, week: 7, month: 30.5, year: 366 } as const

function unitOf(word: string): Interval['unit'] {
  const letter = word.charAt(0).toLowerCase()
  if (letter === 'd') return 'day'
  if (letter === 'w') return 'week'
  return letter === 'm' ? 'month' : 'year'
}

const isSensible = ({ from, to, unit }: Interval) => from > 0 && to * DAYS[unit] <= DAYS_MAX

/** Whether one interval is due sooner than another. */
export const isSooner = (one: Interval, other: Interval): boolean =>
  one.from * DAYS[one.unit] < other.from * DAYS[other.unit]

/** The interval as a list shows it: `3-6 months`, `1 year`. */
export function intervalText({ from, to, unit }: Interval): string {
  const count = from === to ? String(from) : `${from}-${to}`
  return `${count} ${unit}${to === 1 ? '' : 's'}`
}
