import type { Flow } from './flow.ts'

const RULE_COLOR = '#9a9a9a'
const THICKNESS = 0.6

/** Returns a horizontal line across the text. */
export function ruleFlow(width: number, before: number, after: number): Flow {
  return {
    height: THICKNESS,
    before,
    after,
    keepWithNext: false,
    lead: THICKNESS,
    split: () => undefined,
    paint: (canvas, left, top) => canvas.fill(left, top, width, THICKNESS, RULE_COLOR),
  }
}
