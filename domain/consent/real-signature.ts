/** A point of a stroke in pixels of the pad. */
export interface StrokePoint {
  x: number
  y: number
  pressure?: number | undefined
  time?: number | undefined
}

/** One movement of the pen from touching the pad to leaving it. */
export interface Stroke {
  points: readonly StrokePoint[]
}

/** A name is longer than this, however short or small it is. */
const LEAST_LENGTH = 40
const LEAST_POINTS = 6
/** Scribbling on one spot is not a name: the strokes must span at least this much. */
const LEAST_EXTENT = 16

/** The bounding box of strokes, in pixels of the pad. */
export interface StrokeBox {
  left: number
  top: number
  width: number
  height: number
}

/** The bounding box of all points; undefined if there are none. */
export function strokeBox(strokes: readonly Stroke[]): StrokeBox | undefined {
  const points = strokes.flatMap((stroke) => stroke.points)
  if (points.length === 0) return undefined
  const [left, right] = extentOf(points.map(({ x }) => x))
  const [top, bottom] = extentOf(points.map(({ y }) => y))
  return { left, top, width: right - left, height: bottom - top }
}

/** Whether strokes can be a signature: a dot, a tap or a speck is not (docs/visits.md#consent). */
export function isRealSignature(strokes: readonly Stroke[]): boolean {
  const count = strokes.reduce((sum, { points }) => sum + points.length, 0)
  const box = strokeBox(strokes)
  if (!box || count < LEAST_POINTS) return false
  return Math.max(box.width, box.height) >= LEAST_EXTENT && lengthOf(strokes) >= LEAST_LENGTH
}

function lengthOf(strokes: readonly Stroke[]): number {
  let sum = 0
  for (const { points } of strokes)
    for (let at = 1; at < points.length; at += 1) {
      const [from, to] = [points[at - 1]!, points[at]!]
      sum += Math.hypot(to.x - from.x, to.y - from.y)
    }
  return sum
}

// Does not use spread: a signature of many thousand points would be too many arguments.
function extentOf(values: readonly number[]): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return [least, most]
}
