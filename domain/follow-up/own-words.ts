import { addDays, type DayText, daysBetween, findDay } from '../time/zones.ts'
import { DUE_MAX_DAYS, dueDays } from './due-day.ts'
import type { Interval } from './intervals.ts'
import { FOLLOW_UP_MODALITIES, type ModalityMention, modalitiesIn } from './named-modalities.ts'
import { isOnlyKind, isProcedure, regionsIn } from './named-regions.ts'
import { endsOfRange, RANGE } from './numbers.ts'
import { hasOwnParts } from './parts-of-request.ts'
import type { FollowUpProposal } from './recognise.ts'
import { REGIONS } from './region-words.ts'

/** The most letters of what is to be done. */
export const WHAT_MAX = 200

/** What a person typed of a follow-up that stands in no Recommendation. */
export interface TypedFollowUp {
  /** What is to be done, in words of their own: `CT chest with contrast`. */
  what: string
  /** A number or a range of `unit`; not read for a day. */
  count: string
  /** `on`: at `day`. */
  unit: Interval['unit'] | 'on'
  /** Empty where none is typed, or none that exists. */
  day: DayText
}

/** The days that the time is checked against. */
export interface TypedOn {
  /** The day of the examination, from which the time counts. */
  examined: DayText
  today: DayText
  /** A day as messages write it. */
  show: (day: DayText) => string
}

/** What is wrong, by the field: each names the field and the rule. */
export type TypedProblems = Partial<Record<'what' | 'when', string>>

export type ReadFollowUp =
  | { proposal: FollowUpProposal; problems?: undefined }
  | { proposal?: undefined; problems: TypedProblems }

/**
 * Reads a follow-up that a person typed: the kind of the examination and the part of the body from their words, since those
 * decide which later study answers it, and the time from the other fields. Returns what is wrong with each field otherwise.
 */
export function readTypedFollowUp(typed: TypedFollowUp, on: TypedOn): ReadFollowUp {
  const what = readWhat(typed.what)
  const when = readWhen(typed, on)
  if (typeof what !== 'string' && typeof when !== 'string')
    return { proposal: { ...what, interval: when, sentence: '' } }
  return {
    problems: {
      ...(typeof what === 'string' && { what }),
      ...(typeof when === 'string' && { when }),
    },
  }
}

type What = Pick<FollowUpProposal, 'modality' | 'regions' | 'what'>

const KINDS = FOLLOW_UP_MODALITIES.map(({ label }) => label).join(', ')

function readWhat(typed: string): What | string {
  const what = typed.replaceAll(/\s+/g, ' ').trim()
  if (what === '') return 'Examination: enter what is to be done, such as “CT chest”.'
  if (what.length > WHAT_MAX) return `Examination: at most ${WHAT_MAX} letters.`
  if (isProcedure(what)) return 'Examination: a biopsy or another procedure is not followed up by this list.'
  const mentions = kindsIn(what)
  const [first] = mentions
  if (!first) return `Examination: name its kind, which is one of ${KINDS}.`
  const other = mentions.find(({ modality }) => modality.code !== first.modality.code)
  if (other)
    return `Examination: name one kind only. ${first.modality.label} and ${other.modality.label} are two follow-ups.`
  const regions = regionsIn(what)
  if (regions.length === 0 && !hasOwnParts(first.modality) && !isOnlyKind(withoutKind(what, mentions)))
    return `Examination: name a part of the body that is one of ${REGIONS.join(', ')}, or the kind alone for any part.`
  return { modality: first.modality, regions, what }
}

/** Small letters count too: whoever types "us abdomen" here means no person. */
function kindsIn(what: string): ModalityMention[] {
  const found = modalitiesIn(what)
  return found.length > 0 ? found : modalitiesIn(what.toUpperCase())
}

const withoutKind = (what: string, mentions: readonly ModalityMention[]) =>
  mentions
    .toReversed()
    .reduce((rest, { from, to }) => `${rest.slice(0, from)} ${rest.slice(to)}`, what)
    .replace(/\bwhole body\b/i, ' ')

const COUNT = new RegExp(`^(?:${RANGE})$`, 'i')

function readWhen(typed: TypedFollowUp, { examined, today, show }: TypedOn): Interval | string {
  const field = typed.unit === 'on' ? 'Day' : 'Time'
  const interval = typed.unit === 'on' ? untilDay(typed.day, examined) : counted(typed.count, typed.unit)
  if (!interval)
    return typed.unit === 'on'
      ? 'Day: enter the day on which it is due.'
      : 'Time: enter a whole number from 1 to 999, or a range such as 3-6.'
  const last = lastDay(interval, examined)
  if (interval.from <= 0) return `${field}: it must be after the examination of ${show(examined)}.`
  if (last === undefined || last > addDays(examined, DUE_MAX_DAYS))
    return `${field}: it must be within ten years of the examination.`
  if (last < today) return `${field}: ${show(last)} is over. The time counts from ${show(examined)}.`
  return interval
}

function counted(count: string, unit: Interval['unit']): Interval | undefined {
  return COUNT.test(count.trim()) ? { ...endsOfRange(count), unit } : undefined
}

/** The days to that day: the same day comes of them again. */
function untilDay(day: DayText, examined: DayText): Interval | undefined {
  if (!findDay(day)) return undefined
  const days = daysBetween(examined, day)
  return { from: days, to: days, unit: 'day' }
}

/** Undefined where the calendar has no such day. */
function lastDay(interval: Interval, examined: DayText): DayText | undefined {
  // Ten years are fewer of any unit.
  return interval.to > DUE_MAX_DAYS ? undefined : dueDays(examined, interval).due_to
}
