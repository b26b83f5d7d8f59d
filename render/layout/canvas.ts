import type { TextPiece } from '../text/pieces.ts'
import type { Tag } from './tag.ts'

/** One page to paint on. In points, measured from the top left corner of the sheet. */
export interface Canvas {
  /** Assigns everything that `paint` draws to this part of the paper; ink outside all parts is decoration. */
  within(tag: Tag, paint: () => void): void
  /**
   * Marks everything that `paint` draws as decoration or as repeated on each page: it is not part of the
   * paper's content.
   */
  artifact(paint: () => void): void
  /** Sets shaped text with its baseline at `baseline`. */
  text(piece: TextPiece, left: number, baseline: number): void
  /**
   * Makes everything that `paint` draws copied and read aloud as this text, because the glyphs of some
   * scripts are in another order.
   */
  spoken(text: string, paint: () => void): void
  /** Draws an image of the assets; an unknown one becomes an empty frame, so that its absence is visible. */
  image(imageId: string, left: number, top: number, width: number, height: number): void
  /** Fills a rectangle; also used for lines. */
  fill(left: number, top: number, width: number, height: number, color: string): void
  /** Draws a line through points with round ends and corners; one point is a dot. */
  stroke(points: readonly CanvasPoint[], width: number, color: string): void
  /** Draws an outline in SVG path syntax, whose origin is at `left` and `top`. */
  path(d: string, left: number, top: number, look: PathLook): void
}

/** How an outline is drawn: filled, or as a line with round ends. */
export type PathLook = { fill: string } | { stroke: string; width: number; dash: readonly number[] }

/** A point in points from the top left corner of the sheet. */
export interface CanvasPoint {
  x: number
  y: number
}

/** Strokes the inside of a rectangle's edges. */
export function frame(
  canvas: Canvas,
  left: number,
  top: number,
  width: number,
  height: number,
  color: string,
  thickness: number,
) {
  canvas.fill(left, top, width, thickness, color)
  canvas.fill(left, top + height - thickness, width, thickness, color)
  canvas.fill(left, top, thickness, height, color)
  canvas.fill(left + width - thickness, top, thickness, height, color)
}
