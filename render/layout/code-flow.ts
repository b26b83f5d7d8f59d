import { create } from 'qrcode'
import type { CodeBlock } from '../blocks/block.ts'
import type { Flow } from './flow.ts'
import type { Tag } from './tag.ts'

const INK = '#000000'

/**
 * Returns a QR code as filled runs of modules. The white margin belongs to the paper: nothing else may be
 * that close.
 */
export function codeFlow({ text, size, alt }: CodeBlock): Flow {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const tag: Tag = { role: 'Figure', alt: `${alt}: ${text}` }
  const side = size / modules.size
  return {
    height: size,
    before: 0,
    after: 0,
    keepWithNext: false,
    lead: size,
    split: () => undefined,
    paint(canvas, left, top) {
      canvas.within(tag, () => {
        for (let row = 0; row < modules.size; row++)
          for (const { from, to } of runsOf(modules.size, (column) => modules.get(row, column) !== 0))
            canvas.fill(left + from * side, top + row * side, (to - from) * side, side, INK)
      })
    },
  }
}

/** Returns stretches of neighbouring dark modules: far fewer rectangles than modules. */
function runsOf(size: number, isDark: (at: number) => boolean): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (let at = 0; at < size; at++) {
    if (!isDark(at)) continue
    const last = runs.at(-1)
    if (last?.to === at) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  return runs
}
