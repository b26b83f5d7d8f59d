import { Extension } from '@tiptap/core'
import { MARKUP_ALIGNMENTS } from '#domain/report/markup-node.ts'
import { readStyleProperty, type StyleProperty, writeStyle } from '#domain/report/markup-style.ts'

const BLOCKS = ['paragraph', 'heading']
const ITEMS = ['listItem']
const CELLS = ['tableCell', 'tableHeader']
const WITH_DIRECTION = [
  ...BLOCKS,
  ...ITEMS,
  ...CELLS,
  'bulletList',
  'orderedList',
  'blockquote',
  'table',
  'tableRow',
  'image',
]

const readDirection = (element: HTMLElement) => {
  const dir = element.getAttribute('dir')
  return dir === 'ltr' || dir === 'rtl' || dir === 'auto' ? dir : null
}

/** An attribute that preserves one style property unchanged. */
const styleAttribute = (property: StyleProperty) => ({
  default: null,
  parseHTML: (element: HTMLElement): string | null => {
    const style = readStyleProperty(property, element.style.getPropertyValue(property).trim())
    return style ? writeStyle(style) : null
  },
  renderHTML: (attributes: Record<string, unknown>) => {
    const style = attributes[property]
    return typeof style === 'string' ? { style } : {}
  },
})

/**
 * Attributes that a report's grammar allows on blocks but no button sets: an imported text or one from another program
 * can be opened, changed and saved without losing its colours, widths and directions.
 */
export const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes() {
    return [
      {
        types: WITH_DIRECTION,
        attributes: {
          dir: {
            default: null,
            parseHTML: readDirection,
            renderHTML: ({ dir }) => (typeof dir === 'string' ? { dir } : {}),
          },
        },
      },
      {
        types: [...BLOCKS, ...ITEMS, ...CELLS],
        attributes: {
          color: styleAttribute('color'),
          'background-color': styleAttribute('background-color'),
        },
      },
      { types: ITEMS, attributes: { 'text-align': styleAttribute('text-align') } },
      {
        types: CELLS,
        attributes: { width: styleAttribute('width'), 'min-width': styleAttribute('min-width') },
      },
    ]
  },
})

/** The alignments that the toolbar sets and the stored text may hold. */
export const ALIGNMENTS: string[] = [...MARKUP_ALIGNMENTS]
