/** Distances from the edges of a sheet, in one unit. */
export interface Margins {
  top: number
  right: number
  bottom: number
  left: number
}

/** Sides in the order of a margin string: `top,right,bottom,left` (docs/masters.md#settings). */
export const SIDES = ['top', 'right', 'bottom', 'left'] as const
export type Side = (typeof SIDES)[number]

/** The margins of a new branch, in pixels (docs/wire.md#lists-and-limits). */
export const DEFAULT_MARGIN_PX = 30

/** Settings are entered in pixels at 96 per inch; paper is laid out in millimetres. */
const MM_PER_PX = 25.4 / 96

/** A distance in millimetres as whole pixels. */
export const pxOfMm = (mm: number): number => Math.round(mm / MM_PER_PX)

/**
 * A distance in pixels as millimetres. If `stored` is shown as the same number of pixels, it is kept, so that opening
 * and saving a form moves nothing.
 */
export const mmOfPx = (px: number, stored?: number): number =>
  stored !== undefined && pxOfMm(stored) === px ? stored : Math.round(px * MM_PER_PX * 100) / 100

/** Margins in millimetres as the pixels `top,right,bottom,left`. */
export const marginText = (mm: Margins): string => SIDES.map((side) => pxOfMm(mm[side])).join(',')

/** Normalises a stored margin string: one of only commas becomes empty, and empty means the default. */
export const tidyMarginText = (text: string): string => (/^[\s,]*$/.test(text) ? '' : text.replace(/\s/g, ''))

/**
 * The pixels of a margin string, by side; an empty string is the default, a blank side is 0. Undefined if it is not
 * four whole numbers of at most `max` pixels.
 */
export function readMarginText(text: string, max: number): Margins | undefined {
  const tidy = tidyMarginText(text)
  const parts = tidy === '' ? SIDES.map(() => String(DEFAULT_MARGIN_PX)) : tidy.split(',')
  const numbers = parts.map((part) => (part === '' ? 0 : /^\d+$/.test(part) ? Number(part) : Number.NaN))
  if (parts.length !== SIDES.length || !numbers.every((px) => px <= max)) return undefined
  const [top = 0, right = 0, bottom = 0, left = 0] = numbers
  return { top, right, bottom, left }
}

/** The margins in millimetres, keeping each stored value that is shown as the same pixels. */
export function marginsInMm(px: Margins, stored?: Margins): Margins {
  const of = (side: Side) => mmOfPx(px[side], stored?.[side])
  return { top: of('top'), right: of('right'), bottom: of('bottom'), left: of('left') }
}
