import type { Box, Drawing, TextMark } from '#render/chart/drawing.ts'

export const FRAME = {
  width: 600,
  height: 260,
  textWidth: (text: string, size: number) => text.length * size * 0.55,
}

/** Returns the rectangles that a drawing fills, read from its paths. */
export function boxesOf({ marks }: Drawing): Box[] {
  return marks
    .flatMap((mark) => (mark.kind === 'shape' ? [mark.d] : []))
    .flatMap((d) => [...d.matchAll(/M(\S+) (\S+)H(\S+)V(\S+)H/g)])
    .map(([, x, y, right, bottom]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(right) - Number(x),
      height: Number(bottom) - Number(y),
    }))
}

/** Returns the texts of a drawing, in order. */
export const textsOf = ({ marks }: Drawing): TextMark[] =>
  marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []))

/** Returns the points of a drawing's lines. */
export const pointsOf = (d: string): { x: number; y: number }[] =>
  [...d.matchAll(/[ML](-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))
