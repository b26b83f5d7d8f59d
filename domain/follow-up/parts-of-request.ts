import type { ModalityMention, NamedModality } from './named-modalities.ts'
import { regionsIn } from './named-regions.ts'
import type { Region } from './region-words.ts'

/** From here on a text says why, or on what condition: parts of the body in it are not what is examined. */
const REASON =
  /\b(?:given|due to|owing to|because|since|secondary to|(?:with|in view of|in case of|known case of)\s+(?:a\s+)?(?:history|h\/o)|history of|h\/o|k\/c\/o|known case of|in view of|in case of|considering|status post|s\/p|post[\s-]?op\w*|if|unless|when|once|should)\b/i
const PURPOSE = /\b(?:to (?:assess|look|exclude|confirm|evaluate|see|check|ensure|document|rule)|for)\b/i
const END = /[;,]/

const firstPart = (text: string, ...ends: RegExp[]) =>
  ends.reduce((rest, end) => rest.split(end)[0] ?? '', text)

/**
 * The parts of the body of an examination: those named beside it, else those named with the same kind before it in the
 * sentence, else those of the study. Undefined where they are in doubt.
 */
export function regionsOf(
  text: string,
  one: ModalityMention,
  mentions: readonly ModalityMention[],
  studyDesc: string,
): readonly Region[] | undefined {
  const near = regionsNear(text, one, mentions)
  if (near.length > 0) return near
  const own = inherited(text, one.modality, studyDesc)
  const [before] = mentions
    .filter(({ modality, from }) => modality.code === one.modality.code && from < one.from)
    .map((mention) => regionsNear(text, mention, mentions))
    .filter((regions) => regions.length > 0)
    .toReversed()
  return before === undefined || before.every((region) => own?.includes(region)) ? (before ?? own) : undefined
}

/** The parts of the body of a sentence that names no examination; undefined where they are in doubt. */
export function regionsOfSentence(
  text: string,
  modality: NamedModality,
  studyDesc: string,
): readonly Region[] | undefined {
  const named = regionsIn(firstPart(text, REASON, PURPOSE))
  return named.length > 0 ? named : inherited(text, modality, studyDesc)
}

/** Kinds that take over no part of the study: they show the whole body, or a place of their own. */
const OWN_PARTS: ReadonlySet<string> = new Set(['PT', 'NM', 'BMD', 'MG'])

/** Whether an examination of this kind is complete without a part of the body. */
export const hasOwnParts = ({ code }: NamedModality): boolean => OWN_PARTS.has(code)

/** The study's parts; undefined where the sentence gives another part as its purpose: "for the liver lesion". */
function inherited(text: string, { code }: NamedModality, studyDesc: string): Region[] | undefined {
  if (OWN_PARTS.has(code)) return []
  const own = regionsIn(studyDesc)
  const purpose = regionsIn(firstPart(text, REASON).split(PURPOSE).slice(1).join(' '))
  return purpose.length > 0 && !purpose.some((region) => own.includes(region)) ? undefined : own
}

/** Parts of the body named behind the examination, as far as the next one; else in the words right before it. */
function regionsNear(text: string, one: ModalityMention, mentions: readonly ModalityMention[]): Region[] {
  const next = mentions.find(({ from }) => from >= one.to)?.from ?? text.length
  const named = regionsIn(firstPart(text.slice(one.from, next), END, REASON, PURPOSE))
  if (named.length > 0) return named
  const previous = mentions.findLast(({ to }) => to <= one.from)?.to ?? 0
  const before = text.slice(previous, one.from).split(END).at(-1) ?? ''
  return regionsIn(firstPart(before, REASON, PURPOSE).split(/\s+/).slice(-4).join(' '))
}
