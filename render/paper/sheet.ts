import type { PaperInput } from '../paper-input.ts'

const POINTS_PER_MM = 72 / 25.4
export const mm = (millimetres: number) => millimetres * POINTS_PER_MM

/** A4 in points. */
export const PAGE_WIDTH = mm(210)
export const PAGE_HEIGHT = mm(297)

/** The least width for text: margins that leave less are reduced, so that a wrong setting cannot hide a report. */
const LEAST_WIDTH = mm(80)
const LEAST_HEIGHT = mm(100)

/** The text area of every page, in points from the top left; `headerHeight` and `footerHeight` are the letterhead's. */
export interface Sheet {
  left: number
  top: number
  width: number
  height: number
  headerHeight: number
  footerHeight: number
}

/**
 * Returns the area inside the branch's margins; with letterhead, text never covers its images, whatever the
 * margins are.
 */
export function sheetOf({ options, margins, marginsPlain, letterhead }: PaperInput): Sheet {
  const used = options.letterhead ? margins : marginsPlain
  const shown = options.letterhead ? letterhead : undefined
  const headerHeight = shown?.headerImageId ? mm(shown.headerHeightMm) : 0
  const footerHeight = shown?.footerImageId ? mm(shown.footerHeightMm) : 0
  const [left, width] = inside(mm(used.left), mm(used.right), PAGE_WIDTH, LEAST_WIDTH)
  const [top, height] = inside(
    Math.max(mm(used.top), headerHeight),
    Math.max(mm(used.bottom), footerHeight),
    PAGE_HEIGHT,
    LEAST_HEIGHT,
  )
  return { left, top, width, height, headerHeight, footerHeight }
}

function inside(before: number, after: number, total: number, least: number): [number, number] {
  const excess = Math.max(0, least - (total - before - after))
  const scale = excess > 0 ? (before + after - excess) / (before + after) : 1
  return [before * scale, total - (before + after) * scale]
}
