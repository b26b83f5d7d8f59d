import type { SignedParts } from '../signed-content.ts'

type Part = keyof SignedParts

/** Names of a part: the report has them as its own headings, so they do not stay with the sentence. */
const NAMES: Record<Part, string> = {
  report_data: 'findings?|descriptions?|observations?|report',
  conclusion: 'conclusions?|impressions?|opinion|summary|assessment|interpretation',
  recommendation: 'recommendations?|advice|suggestions?',
}
/** Labels within a part: "Comparison: None." says nothing without its label. */
const LABELS: Record<Part, string> = {
  report_data: 'examination|technique|comparison|details',
  conclusion: 'diagnosis',
  recommendation: 'follow[- ]?up|management',
}
const begunBy = (names: Record<Part, string>) =>
  Object.entries(names).map(([part, words]) => ({
    part: part as Part,
    begins: new RegExp(`^\\s*(?:${words})\\s*(?::|$)`, 'i'),
  }))
const PARTS = begunBy(NAMES)
const LABELLED = begunBy(LABELS)

/** What a sentence says of its place at its beginning. */
export interface SectionName {
  part: Part
  /** How many letters name the part itself: they do not stay with the sentence. */
  length: number
  /** The rest of it is a label and nothing else, as `Comparison` over the sentences that it belongs to. */
  isLabelAlone: boolean
}

/**
 * The part of a report that a sentence names at its beginning: `Impression: no nodule`, `FINDINGS` alone, or a label that
 * belongs to a part, `Comparison: none`. Of several names in a row the last one counts, up to the first label. Undefined
 * where it names none. Names are English.
 */
export function sectionNameOf(sentence: string): SectionName | undefined {
  const named = firstOf(PARTS, sentence)
  if (named) {
    const { part, words } = named
    const next = sectionNameOf(sentence.slice(words.length))
    return next
      ? { ...next, length: words.length + next.length }
      : { part, length: words.length, isLabelAlone: false }
  }
  const label = firstOf(LABELLED, sentence)
  return label && { part: label.part, length: 0, isLabelAlone: label.words.length === sentence.length }
}

function firstOf(names: typeof PARTS, sentence: string): { part: Part; words: string } | undefined {
  for (const { part, begins } of names) {
    const words = begins.exec(sentence)?.[0]
    if (words !== undefined) return { part, words }
  }
  return undefined
}
