import { sentencesOf } from '../report/checks/sentences.ts'
import { isDenied, isFinding, takesBack } from './denials.ts'
import { isGestationalAge } from './gestation.ts'
import { type Interval, type IntervalMention, intervalsIn, isSooner } from './intervals.ts'
import { type ModalityMention, modalitiesIn, modalityOfCode, type NamedModality } from './named-modalities.ts'
import { hasOrdinaryWord } from './ordinary-words.ts'
import { regionsOf, regionsOfSentence } from './parts-of-request.ts'
import type { Region } from './region-words.ts'

/** The study in whose report the recommendation stands: what a text leaves out is of it. */
export interface RecommendedIn {
  /** The study's modality, as `CT` or `CT,SR`. */
  modality: string
  study_desc: string
}

/** A follow-up that a Recommendation asks for. */
export interface FollowUpProposal {
  modality: NamedModality
  regions: readonly Region[]
  interval: Interval
  /** What is to be done: `CT chest`. */
  what: string
  /** The sentence of the report. */
  sentence: string
}

const MOST = 5

/**
 * The follow-ups that a Recommendation (report markup) asks for, in the order of the text; of several times for the same
 * examination the first that is due. Reads English; what it cannot read it leaves out, and it proposes only: nothing is
 * recorded by it.
 */
export function recogniseFollowUps(recommendation: string, study: RecommendedIn): FollowUpProposal[] {
  const sentences = sentencesOf('recommendation', recommendation).map(({ text }) => text)
  const context = [study.study_desc, ...sentences].join(' ')
  const found = sentences.flatMap((text, at) =>
    takesBack(sentences[at + 1] ?? '') ? [] : ofSentence(text, study, context),
  )
  const first = new Map<string, FollowUpProposal>()
  for (const proposal of found) {
    const record = [proposal.modality.code, ...proposal.regions.toSorted()].join(' ')
    const known = first.get(record)
    if (!known || isSooner(proposal.interval, known.interval)) first.set(record, proposal)
  }
  return [...first.values()].slice(0, MOST)
}

/** Names a proposal by what it asks for, whatever its words. */
export const keyOf = ({ modality, regions, interval }: FollowUpProposal): string =>
  [modality.code, regions.join('+'), interval.from, interval.to, interval.unit].join(' ')

function ofSentence(text: string, study: RecommendedIn, context: string): FollowUpProposal[] {
  const mentions = modalitiesIn(text)
  const intervals = intervalsIn(text)
  const near = `${study.study_desc} ${text}`
  const used = new Set<ModalityMention>()
  let last: readonly ModalityMention[] = []
  return intervals.flatMap((interval, at) => {
    const own = mentionsFor(text, mentions, used, {
      interval,
      before: intervals[at - 1],
      next: intervals[at + 1],
    })
    for (const one of own) used.add(one)
    if (own.length > 0) last = own
    const asked = own.length > 0 ? own : at > 0 ? last : []
    if (isGestationalAge(interval, text, { context, near })) return []
    const proposal = (modality: NamedModality, regions: readonly Region[] | undefined, place: number) =>
      regions === undefined || !isAskedFor(text, place, interval)
        ? []
        : [
            {
              modality,
              regions,
              interval: interval.interval,
              what: whatOf(modality, regions),
              sentence: text,
            },
          ]
    if (asked.length > 0)
      return asked.flatMap((one) =>
        proposal(one.modality, regionsOf(text, one, mentions, study.study_desc), one.from),
      )
    const word = imagingWord(text)
    const modality = word === undefined ? undefined : ownModality(study)
    if (word === undefined || !modality) return []
    return proposal(modality, regionsOfSentence(text, modality, study.study_desc), word)
  })
}

/** Whether the sentence asks for what stands at `place` and at the time, and neither denies nor tells it. */
function isAskedFor(text: string, place: number, { from, to }: IntervalMention): boolean {
  const rest = text.slice(to).split(';').slice(1)
  return (
    !isDenied(text, Math.min(place, from), to) &&
    !isFinding(text, from, to) &&
    !rest.some((part) => takesBack(part))
  )
}

/** A time between an examination and the interval, which was not read: the examination is about that one. */
const UNREAD_TIME = /\b(?:days?|weeks?|wks?|months?|mths?|years?|yrs?)\b/i

/** The examinations that an interval is about: those before it, else those behind it, each for one interval. */
function mentionsFor(
  text: string,
  mentions: readonly ModalityMention[],
  used: ReadonlySet<ModalityMention>,
  place: {
    interval: IntervalMention
    before?: IntervalMention | undefined
    next?: IntervalMention | undefined
  },
): ModalityMention[] {
  const free = mentions.filter((one) => !used.has(one))
  const before = free.filter(
    ({ from, to }) =>
      to <= place.interval.from &&
      from >= (place.before?.to ?? 0) &&
      !UNREAD_TIME.test(text.slice(to, place.interval.from)),
  )
  if (before.length > 0) return before
  const end = place.next?.from ?? Number.POSITIVE_INFINITY
  return free.filter(({ from }) => from >= place.interval.to && from < end)
}

const IMAGING = /\b(?:follow[\s-]?up|repeat|re-?scan|surveillance|interval|control)\b/i
/** Somebody is to be seen, or something else than images to be made. */
const NO_IMAGING =
  /\b(?:clinic\w*|physicians?|surgeons?|doctors?|specialists?|\w+ologists?|opd|consult\w*|blood|laborator\w*|labs?|biops\w+|fnac?|cytolog\w*|\w+oscop\w+|psa|markers?|tests?|physiotherapy|treatment|antibiotics)\b/i

/** Somebody is named whom the patient goes to. */
const VISIT = /\bfollow[\s-]?up\s+(?:with|by)\b/i

/** Where a sentence asks for a follow-up without naming the examination; undefined where it means none of images. */
function imagingWord(text: string): number | undefined {
  return NO_IMAGING.test(text) || VISIT.test(text) || hasOrdinaryWord(text)
    ? undefined
    : IMAGING.exec(text)?.index
}

function ownModality({ modality }: RecommendedIn): NamedModality | undefined {
  for (const code of modality.split(/[\\,/ ]+/)) {
    const named = modalityOfCode(code)
    if (named) return named
  }
  return undefined
}

/** What is to be done, as a list shows it: `CT chest, abdomen`; mammography names its part itself. */
export function whatOf({ code, label }: NamedModality, regions: readonly Region[]): string {
  const named = code === 'MG' ? regions.filter((region) => region !== 'breast') : regions
  return named.length === 0 ? label : `${label} ${named.join(', ')}`
}
