import type { Canvas } from './canvas.ts'

/** Content of known width and height that flows down pages. Immutable; in points. */
export interface Flow {
  height: number
  /** Of its first line, from the top; a list's mark is aligned with it. */
  baseline?: number | undefined
  /** Least distance to the previous and next flow; neighbours share the larger one. None at the top of a page. */
  before: number
  after: number
  /** Never the last flow on a page if another one follows (headings). */
  keepWithNext: boolean
  /** Height that must be free to begin on a page that has content already. */
  lead: number
  /**
   * Splits off at most `available`; returns undefined if that would separate what belongs together. With
   * `force` (the page is empty, there is no better place) it splits wherever it can.
   */
  split(available: number, force: boolean): { head: Flow; tail: Flow } | undefined
  paint(canvas: Canvas, left: number, top: number): void
}

export interface PlacedFlow {
  flow: Flow
  top: number
}

export interface Filled {
  placed: PlacedFlow[]
  /** Height used, without the space after the last. */
  height: number
  rest: Flow[]
}

/** Rounding must not move a line that just fits to the next page. */
const TOLERANCE = 0.01

/**
 * Places flows below each other until `available` is used up; with `force` at least one is placed, in part or
 * whole.
 */
export function fill(flows: readonly Flow[], available: number, force: boolean): Filled {
  const placed: PlacedFlow[] = []
  let height = 0
  for (const [index, flow] of flows.entries()) {
    const top = height + (index === 0 ? 0 : gapBefore(flows, index))
    const space = available - top + TOLERANCE
    const mustBegin = force && placed.length === 0
    const fits = flow.height <= space
    if (!mustBegin && leadOf(flows, index) > space) return { placed, height, rest: flows.slice(index) }
    if (!fits) {
      const parts = flow.split(space, mustBegin)
      if (parts) {
        placed.push({ flow: parts.head, top })
        return { placed, height: top + parts.head.height, rest: [parts.tail, ...flows.slice(index + 1)] }
      }
      if (!mustBegin) return { placed, height, rest: flows.slice(index) }
    }
    placed.push({ flow, top })
    height = top + flow.height
  }
  return { placed, height, rest: [] }
}

/** Places all flows below each other. */
export const stackUp = (flows: readonly Flow[]): Filled => fill(flows, Number.POSITIVE_INFINITY, true)

/**
 * Returns the height that must be free to begin with `flows[index]`: a heading needs space for the start of
 * the next flow.
 */
export function leadOf(flows: readonly Flow[], index: number): number {
  const flow = flows[index]
  if (!flow) return 0
  if (!flow.keepWithNext || index === flows.length - 1) return flow.lead
  return flow.height + gapBefore(flows, index + 1) + leadOf(flows, index + 1)
}

function gapBefore(flows: readonly Flow[], index: number): number {
  return Math.max(flows[index - 1]?.after ?? 0, flows[index]?.before ?? 0)
}
