import type { StrokesBlock } from '../blocks/block.ts'
import type { Flow } from './flow.ts'
import type { Tag } from './tag.ts'

const SIGNATURE = 'Signature'
const INK = '#12224a'
const BASE_LINE = '#9a9a9a'
const PEN = 1.1
/** A small name is not enlarged to the whole space, because it would look like another handwriting. */
const MOST_SCALE = 1

/** Returns pen strokes as lines, as large as their space allows, on a signature line. */
export function strokesFlow({ strokes, width, height }: StrokesBlock): Flow {
  const points = strokes.flat()
  const left = least(points.map(({ x }) => x))
  const top = least(points.map(({ y }) => y))
  const drawnWidth = most(points.map(({ x }) => x)) - left
  const drawnHeight = most(points.map(({ y }) => y)) - top
  const scale = Math.min(MOST_SCALE, (width - 2 * PEN) / drawnWidth, (height - 4 * PEN) / drawnHeight)
  const tag: Tag = { role: 'Figure', alt: SIGNATURE }
  return {
    height,
    before: 0,
    after: 0,
    keepWithNext: true,
    lead: height,
    split: () => undefined,
    paint(canvas, x, y) {
      canvas.fill(x, y + height - 0.6, width, 0.6, BASE_LINE)
      // On the line, whatever the height of the pad was.
      const ground = y + height - 3 * PEN - drawnHeight * scale
      canvas.within(tag, () => {
        for (const stroke of strokes)
          canvas.stroke(
            stroke.map((point) => ({
              x: x + PEN + (point.x - left) * scale,
              y: ground + (point.y - top) * scale,
            })),
            PEN,
            INK,
          )
      })
    },
  }
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
