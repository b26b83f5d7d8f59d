import * as z from 'zod/mini'
import { REPORT_TEXT_MAX } from '#contract/calls/reports.ts'
import { holdsWords, xmlText } from './xml-text.ts'

/** What was added to a report after it was signed: its words, when and by whom, as the sender wrote it. */
export const XmlAddendum = z.strictObject({
  text: xmlText(REPORT_TEXT_MAX),
  signed_on: z._default(xmlText(40), ''),
  signed_by: z._default(xmlText(200), ''),
})

export interface GivenAddendum {
  /** Its place among all `addendum` elements of the document, from 0. */
  place: number
  given: Readonly<Record<string, unknown>>
}

/**
 * The `addendum` elements of a report as a list, however many there are; one that holds words alone is its text. Empty
 * ones are left out. Elements that are not known stay in it where words would be lost with them.
 */
export function addendaOf(value: unknown): GivenAddendum[] {
  const all = value === undefined ? [] : Array.isArray(value) ? value : [value]
  return all.flatMap((one, place) => {
    const given = givenIn(typeof one === 'string' ? { '#text': one } : (one as object))
    return Object.keys(given).length === 0 ? [] : [{ place, given }]
  })
}

function givenIn(elements: object): Record<string, unknown> {
  const trimmed = Object.entries(elements).map(
    ([name, inner]) => [name, typeof inner === 'string' ? inner.trim() : inner] as const,
  )
  const own = trimmed.find(([name]) => name === '#text')?.[1] ?? ''
  const { '#text': _, ...named } = Object.fromEntries(
    // Between words even an empty element means something, as a line end does.
    trimmed.filter(([name, inner]) =>
      Object.hasOwn(XmlAddendum.shape, name) ? inner !== '' : own !== '' || holdsWords(inner),
    ),
  )
  if (own === '') return named
  if (named.text === undefined) return { ...named, text: own }
  return typeof named.text === 'string' ? { ...named, text: `${own}\n${named.text}` } : named
}
