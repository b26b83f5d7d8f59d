import type { Canvas } from './canvas.ts'
import { type Filled, type Flow, fill, leadOf, stackUp } from './flow.ts'
import type { Tag } from './tag.ts'

export interface StackLook {
  /** Space to the left of the children, in points. */
  inset: number
  before: number
  after: number
  /** Whether it moves to the next page as a whole instead of being divided. */
  together: boolean
  /**
   * The role of the whole in the paper's structure, from the outermost part inwards; none for content that is
   * only kept together.
   */
  tags?: readonly Tag[]
  /** The part that contains its children, inside `tags`. */
  body?: Tag
  /** Drawn beside every part of a divided stack: the bar of a quotation. */
  paintBeside?: (canvas: Canvas, left: number, top: number, height: number) => void
  /** Drawn beside the first part only: the mark of a list item. */
  paintMark?: (canvas: Canvas, left: number, top: number) => void
}

/** Combines flows below each other into one: a list item, a quotation, a signature. */
export function stackFlow(children: readonly Flow[], look: StackLook): Flow {
  const all = stackUp(children)
  return stackOf(all, children, look)
}

function stackOf(filled: Filled, children: readonly Flow[], look: StackLook): Flow {
  return {
    height: filled.height,
    baseline: children[0]?.baseline,
    before: look.before,
    after: look.after,
    keepWithNext: false,
    lead: look.together ? filled.height : leadOf(children, 0),
    split(available, force) {
      if (look.together && !force) return undefined
      const head = fill(children, available, force)
      if (head.placed.length === 0 || head.rest.length === 0) return undefined
      const { paintMark: _first, ...further } = look
      return {
        head: stackOf(
          head,
          head.placed.map((each) => each.flow),
          look,
        ),
        tail: stackFlow(head.rest, further),
      }
    },
    paint(canvas, left, top) {
      inParts(canvas, look.tags ?? [], () => {
        look.paintBeside?.(canvas, left, top, filled.height)
        look.paintMark?.(canvas, left, top)
        inParts(canvas, look.body ? [look.body] : [], () => {
          for (const { flow, top: offset } of filled.placed)
            flow.paint(canvas, left + look.inset, top + offset)
        })
      })
    },
  }
}

/** Paints inside these parts, each nested in the one before. */
function inParts(canvas: Canvas, tags: readonly Tag[], paint: () => void): void {
  const [outer, ...inner] = tags
  if (!outer) paint()
  else canvas.within(outer, () => inParts(canvas, inner, paint))
}
