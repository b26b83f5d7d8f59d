import { at, type Box } from './drawing.ts'

/** The hatches that distinguish parts of a bar besides their colour, in the order of the series. */
const HATCHES = ['solid', 'rising', 'level', 'falling', 'upright', 'crossed'] as const
export type Hatch = (typeof HATCHES)[number]

/** Returns the hatch of the series at `index`; the first is plain. */
export const hatchAt = (index: number): Hatch => HATCHES[index % HATCHES.length] ?? 'solid'

const GAP = 6

/**
 * Returns lines across a box, cut at its edges, as a path; empty for a solid one. Paths need no ids, unlike
 * SVG patterns.
 */
export function hatchPath(box: Box, hatch: Hatch): string {
  return LINES[hatch](box)
}

const LINES: Readonly<Record<Hatch, (box: Box) => string>> = {
  solid: () => '',
  level: ({ x, y, width, height }) =>
    stepsIn(y, height)
      .map((line) => `M${at(x)} ${at(line)}H${at(x + width)}`)
      .join(''),
  upright: ({ x, y, width, height }) =>
    stepsIn(x, width)
      .map((line) => `M${at(line)} ${at(y)}V${at(y + height)}`)
      .join(''),
  falling: (box) => slanted(box, false),
  rising: (box) => slanted(box, true),
  crossed: (box) => slanted(box, false) + slanted(box, true),
}

/** Returns the multiples of the gap inside a stretch, so that the hatches of neighbours meet. */
function stepsIn(from: number, length: number): number[] {
  const first = Math.floor(from / GAP) * GAP + GAP
  const count = Math.max(0, Math.ceil((from + length - first) / GAP))
  return Array.from({ length: count }, (_, step) => first + step * GAP)
}

/** Returns lines at 45 degrees: with `isRising`, x + y is constant along a line, else x - y. */
function slanted({ x, y, width, height }: Box, isRising: boolean): string {
  const [right, bottom] = [x + width, y + height]
  const [least, length] = isRising ? [x + y, width + height] : [x - bottom, width + height]
  return stepsIn(least, length)
    .map((sum) => {
      const from = Math.max(x, isRising ? sum - bottom : sum + y)
      const to = Math.min(right, isRising ? sum - y : sum + bottom)
      const heightAt = (place: number) => (isRising ? sum - place : place - sum)
      return `M${at(from)} ${at(heightAt(from))}L${at(to)} ${at(heightAt(to))}`
    })
    .join('')
}
