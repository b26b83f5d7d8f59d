import { sentencesOf } from '../report/checks/sentences.ts'
import { type Interval, type IntervalMention, intervalsIn } from './intervals.ts'
import { type ModalityMention, modalitiesIn, modalityOfCode, type NamedModality } from './named-modalities.ts'
import { type Region, regionsIn } from './named-regions.ts'

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
 * The follow-ups that a Recommendation (report markup) asks for, in the order of the text. Reads English; what it cannot
 * read it leaves out, and it proposes only: nothing is recorded by it.
 */
export function recogniseFollowUps(recommendation: string, study: RecommendedIn): FollowUpProposal[] {
  const found = sentencesOf('recommendation', recommendation).flatMap(({ text }) => ofSentence(text, study))
  const once = new Map(found.map((proposal) => [keyOf(proposal), proposal]))
  return [...once.values()].slice(0, MOST)
}

/** Names a proposal by what it asks for, whatever its words. */
export const keyOf = ({ modality, regions, interval }: FollowUpProposal): string =>
  [modality.code, regions.join('+'), interval.from, interval.to, interval.unit].join(' ')

function ofSentence(text: string, study: RecommendedIn): FollowUpProposal[] {
  const mentions = modalitiesIn(text)
  const intervals = intervalsIn(text)
  const used = new Set<ModalityMention>()
  let last: readonly ModalityMention[] = []
  return intervals.flatMap((interval, at) => {
    const own = mentionsFor(mentions, used, { interval, before: intervals[at - 1], next: intervals[at + 1] })
    for (const one of own) used.add(one)
    if (own.length > 0) last = own
    const asked = own.length > 0 ? own : at > 0 ? last : []
    const proposal = (modality: NamedModality, regions: Region[], place: number) =>
      isDenied(text, Math.min(place, interval.from), interval.to)
        ? []
        : [toProposal({ modality, regions, interval: interval.interval, sentence: text }, study)]
    if (asked.length > 0)
      return asked.flatMap((one) => proposal(one.modality, regionsNear(text, one, mentions), one.from))
    const word = imagingWord(text)
    const modality = word === undefined ? undefined : ownModality(study)
    return word === undefined || !modality ? [] : proposal(modality, regionsIn(text), word)
  })
}

/** The examinations that an interval is about: those before it, else those behind it, each for one interval. */
function mentionsFor(
  mentions: readonly ModalityMention[],
  used: ReadonlySet<ModalityMention>,
  place: {
    interval: IntervalMention
    before?: IntervalMention | undefined
    next?: IntervalMention | undefined
  },
): ModalityMention[] {
  const free = mentions.filter((one) => !used.has(one))
  const before = free.filter(({ from, to }) => to <= place.interval.from && from >= (place.before?.to ?? 0))
  if (before.length > 0) return before
  const end = place.next?.from ?? Number.POSITIVE_INFINITY
  return free.filter(({ from }) => from >= place.interval.to && from < end)
}

/** Parts of the body named behind the examination, as far as the next one; else in the words right before it. */
function regionsNear(text: string, one: ModalityMention, mentions: readonly ModalityMention[]): Region[] {
  const next = mentions.find(({ from }) => from >= one.to)?.from ?? text.length
  const [behind = ''] = text
    .slice(one.from, next)
    .split(/[;,]|\b(?:to (?:assess|look|exclude|confirm|evaluate)|for)\b/i)
  const named = regionsIn(behind)
  if (named.length > 0) return named
  const previous = mentions.findLast(({ to }) => to <= one.from)?.to ?? 0
  return regionsIn(
    text.slice(previous, one.from).split(/[;,]/).at(-1)?.split(/\s+/).slice(-4).join(' ') ?? '',
  )
}

const IMAGING = /\b(?:follow[\s-]?up|repeat|re-?scan|surveillance|interval|control)\b/i
/** Somebody is to be seen, or something else than images to be made. */
const NO_IMAGING =
  /\b(?:clinic\w*|physicians?|surgeons?|doctors?|specialists?|\w+ologists?|opd|consult\w*|blood|laborator\w*|labs?|biops\w+|fnac?|cytolog\w*|\w+oscop\w+|psa|markers?|tests?|physiotherapy|treatment|antibiotics)\b/i

/** Somebody is named whom the patient goes to. */
const VISIT = /\bfollow[\s-]?up\s+(?:with|by)\b/i

/** Where a sentence asks for a follow-up without naming the examination; undefined where it means none of images. */
function imagingWord(text: string): number | undefined {
  return NO_IMAGING.test(text) || VISIT.test(text) ? undefined : IMAGING.exec(text)?.index
}

function ownModality({ modality }: RecommendedIn): NamedModality | undefined {
  for (const code of modality.split(/[\\,/ ]+/)) {
    const named = modalityOfCode(code)
    if (named) return named
  }
  return undefined
}

function toProposal(
  { regions, ...proposal }: Omit<FollowUpProposal, 'what'>,
  study: RecommendedIn,
): FollowUpProposal {
  const own = regions.length > 0 ? regions : regionsIn(study.study_desc)
  return { ...proposal, regions: own, what: whatOf(proposal.modality, own) }
}

/** What is to be done, as a list shows it: `CT chest, abdomen`; mammography names its part itself. */
export function whatOf({ code, label }: NamedModality, regions: readonly Region[]): string {
  const named = code === 'MG' ? regions.filter((region) => region !== 'breast') : regions
  return named.length === 0 ? label : `${label} ${named.join(', ')}`
}

const DENIED_BEFORE = /\b(?:no|not|without|neither|nor|never)\b/i
/** Denies nothing: "no change", "not only". */
const NO_DENIAL =
  /\b(?:no|without)\s+(?:\w+\s+)?(?:change|increase|growth|progression|delay)\b|\bnot\s+only\b/gi
const DENIED =
  /\b(?:not|no longer|n['’]t)\s+(?:\w+\s+){0,4}(?:needed|required?|indicated|necessary|recommended|warrant(?:ed)?|advised|need)\b|\bunnecessary\b/i

/** True where the words from `from` to `to` are denied: in their clause before them, or anywhere behind in it. */
function isDenied(text: string, from: number, to: number): boolean {
  const muted = text.replace(NO_DENIAL, (words) => '~'.repeat(words.length))
  const clause =
    muted
      .slice(0, from)
      .split(/[,;:]|\b(?:but|however|otherwise|although)\b/i)
      .at(-1) ?? ''
  const [behind = ''] = muted.slice(to).split(/[;]|\b(?:but|however|unless|if)\b/i)
  return DENIED_BEFORE.test(clause) || DENIED.test(muted.slice(from, to)) || DENIED.test(behind)
}
