import { regionsIn } from './named-regions.ts'

/** Kinds of examination that are ordinary words too. */
const ALIKE = /^(?:US|MRS?)$/
const SCAN =
  /^(?:scan|imaging|study|angio\w*|venogra\w*|spectroscop\w*|perfusion|arthrogra\w*|cholangio\w*|entero\w*|uro\w*|doppler|guided)$/i
const ASKED =
  /^(?:repeat|up|followup|interval|surveillance|control|serial|targeted|suggest|advise|recommend)$/i
const LINK = /^(?:of|in|at|after|within|every|by|and|or|for|with|without|to|is|should|may|can|\d.*)$/i

/** Whether `US` or `MR` from `from` to `to` may be the word "us", or the title of a person: `CONTACT US`, `MR RAO`. */
export function isOrdinaryWord(text: string, from: number, to: number): boolean {
  if (!ALIKE.test(text.slice(from, to))) return false
  const next = /^[\s-]*([\w’'.]+)/.exec(text.slice(to))?.[1] ?? ''
  if (SCAN.test(next) || regionsIn(next).length > 0) return false
  if (!isShouted(text)) return text.startsWith('MR', from) && /^[A-Z]/.test(next)
  const previous = /(\w+)[\s-]*$/.exec(text.slice(0, from))?.[1] ?? ''
  const isAskedFor = previous === '' || ASKED.test(previous) || regionsIn(previous).length > 0
  return !(isAskedFor && (next === '' || LINK.test(next)))
}

/** Whether the text holds such a word: somebody is meant, and perhaps no examination. */
export const hasOrdinaryWord = (text: string): boolean =>
  [...text.matchAll(/\b(?:US|MRS?)\b/g)].some(({ 0: word, index }) =>
    isOrdinaryWord(text, index, index + word.length),
  )

/** Written in capitals, so that they tell nothing of a word. */
function isShouted(text: string): boolean {
  const capitals = text.match(/[A-Z]/g)?.length ?? 0
  return capitals > (text.match(/[a-z]/g)?.length ?? 0)
}
