import { paragraphsOf } from '../paragraphs.ts'
import type { SignedParts } from '../signed-content.ts'
import { AI_PARTS } from './ai-sentences.ts'

/**
 * Takes one change of a report's text back, also where something else was written since: `now` as it would be if the
 * change from `before` to `after` had not been made. Undefined where the paragraphs that it touched are not as it left them.
 */
export function takeBack(before: SignedParts, after: SignedParts, now: SignedParts): SignedParts | undefined {
  const next = { ...now }
  for (const part of AI_PARTS) {
    const text = inPart(before[part], after[part], now[part])
    if (text === undefined) return undefined
    next[part] = text
  }
  return next
}

const blocksOf = (html: string) => paragraphsOf(html).map((paragraph) => paragraph.html)

function inPart(before: string, after: string, now: string): string | undefined {
  if (before === after) return now
  const [old, changed, current] = [blocksOf(before), blocksOf(after), blocksOf(now)]
  if (changed.join('') === current.join('')) return before
  // The editor's own undo, or a version of the history, took it back already.
  if (isTakenBack(old, changed, current)) return now
  const head = sharedHead(old, changed)
  const tail = Math.min(
    sharedHead(old.toReversed(), changed.toReversed()),
    Math.min(old.length, changed.length) - head,
  )
  const put = old.slice(head, old.length - tail)
  const taken = changed.slice(head, changed.length - tail)
  const at = placeIn(current, changed, { head, taken })
  return at === undefined
    ? undefined
    : [...current.slice(0, at), ...put, ...current.slice(at + taken.length)].join('')
}

const isTakenBack = (old: readonly string[], changed: readonly string[], current: readonly string[]) =>
  old.length === 0 ? current.length === 0 : standsIn(old, current) && !standsIn(old, changed)

interface Change {
  /** How many blocks stand before it. */
  head: number
  /** What it put there. */
  taken: readonly string[]
}

/** Where a change stands in what was written on: all before it, or all behind it, is as it was, or its place is plain. */
function placeIn(current: readonly string[], changed: readonly string[], change: Change): number | undefined {
  const { head, taken } = change
  const end = head + taken.length
  if (end > 0 && sharedHead(current, changed) >= end) return head
  const behind = changed.length - end + taken.length
  if (sharedHead(current.toReversed(), changed.toReversed()) >= behind) return current.length - behind
  return taken.length > 0 ? placeOf(taken, current) : placeOfGap(changed, current, head)
}

function sharedHead(a: readonly string[], b: readonly string[]): number {
  let length = 0
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1
  return length
}

const placesOf = (blocks: readonly string[], current: readonly string[]) =>
  current.flatMap((_, at) => (blocks.every((one, i) => current[at + i] === one) ? [at] : []))

const standsIn = (blocks: readonly string[], current: readonly string[]) =>
  placesOf(blocks, current).length > 0

/** Where these blocks stand in a row; undefined where they do not, or stand more than once. */
function placeOf(blocks: readonly string[], current: readonly string[]): number | undefined {
  if (blocks.length === 0) return undefined
  const places = placesOf(blocks, current)
  return places.length === 1 ? places[0] : undefined
}

/** Where blocks are missing: behind the one that stood before them, else before the one behind. */
function placeOfGap(
  changed: readonly string[],
  current: readonly string[],
  head: number,
): number | undefined {
  const left = placeOf(changed.slice(Math.max(0, head - 1), head), current)
  return left === undefined ? placeOf(changed.slice(head, head + 1), current) : left + 1
}
