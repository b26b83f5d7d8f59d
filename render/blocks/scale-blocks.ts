import type { Inline } from '../text/inline.ts'
import type { Block } from './block.ts'

/** Returns the same blocks in a smaller type; images keep their size, because lines scale them down. */
export function scaleBlocks(blocks: readonly Block[], scale: number): Block[] {
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'paragraph':
        return {
          ...block,
          size: block.size * scale,
          inlines: block.inlines.map((inline) => scaleInline(inline, scale)),
        }
      case 'table':
        return {
          ...block,
          rows: block.rows.map((row) => ({
            ...row,
            cells: row.cells.map((cell) => ({ ...cell, blocks: scaleBlocks(cell.blocks, scale) })),
          })),
        }
      case 'rule':
      case 'code':
      case 'strokes':
      case 'chart':
        return block
      default:
        return { ...block, blocks: scaleBlocks(block.blocks, scale) }
    }
  })
}

function scaleInline(inline: Inline, scale: number): Inline {
  if (inline.kind !== 'text') return inline
  return { ...inline, style: { ...inline.style, size: inline.style.size * scale } }
}
