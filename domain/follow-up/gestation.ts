import type { IntervalMention } from './intervals.ts'

const PREGNANCY =
  /\b(?:obstetrics?|obs|f(?:o?e)tal|f(?:o?e)tus\w*|gestation\w*|pregnan\w*|antenatal|anc|nuchal|NT|trimester|tiffa|intrauterine|placenta\w*|liquor|amnio\w*)\b/i
/** Examinations that are named so in pregnancy, and words of other examinations too. */
const SCAN = /\b(?:anomaly|growth)\b/i

/**
 * Whether the time is, or may be, an age of the pregnancy and no time from today: `at 28 weeks for growth`. `context` is the
 * study's name and the whole Recommendation, `near` that name and the sentence. From ten weeks on "in" and "after" may mean
 * the age too.
 */
export function isGestationalAge(
  { interval, preposition, to }: IntervalMention,
  text: string,
  { context, near }: { context: string; near: string },
): boolean {
  const isPregnancy = PREGNANCY.test(apart(context))
  if (!isPregnancy && !(SCAN.test(apart(near)) && interval.unit === 'week')) return false
  if (interval.unit === 'year' || /^[\s,'’-]*(?:later|hence|from now)\b/i.test(text.slice(to))) return false
  const isAt = preposition === undefined || preposition === 'at' || preposition === 'by'
  return isAt || (isPregnancy && preposition !== 'every' && interval.unit === 'week' && interval.to >= 10)
}

/** Names of machines have other signs between their words. */
const apart = (text: string) => text.replaceAll(/[_^]/g, ' ')
