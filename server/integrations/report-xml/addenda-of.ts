import * as z from 'zod/mini'
import { REPORT_TEXT_MAX } from '#contract/calls/reports.ts'
import { holdsWords, xmlText } from './xml-text.ts'

/** An addition to a report after its signature: its text, when and by whom, as the sender wrote it. */
export const XmlAddendum = z.strictObject({
  text: xmlText(REPORT_TEXT_MAX),
  signed_on: z._default(xmlText(40), ''),
  signed_by: z._default(xmlText(200), ''),
})

export interface GivenAddendum {
  /** The position among all `addendum` elements of the document, from 0. */
  place: number
  given: Readonly<Record<string, unknown>>
}

/**
 * Returns the `addendum` elements of a report as a list; one with only text becomes its `text`. Omits empty ones.
 * Keeps unknown elements if text would be lost without them.
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
    // Between text, even an empty element has a meaning, for example a line break.
    trimmed.filter(([name, inner]) =>
      Object.hasOwn(XmlAddendum.shape, name) ? inner !== '' : own !== '' || holdsWords(inner),
    ),
  )
  if (own === '') return named
  if (named.text === undefined) return { ...named, text: own }
  return typeof named.text === 'string' ? { ...named, text: `${own}\n${named.text}` } : named
}
