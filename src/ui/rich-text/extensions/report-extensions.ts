import type { Extensions } from '@tiptap/core'
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { BackgroundColor, Color, TextStyle } from '@tiptap/extension-text-style'
import { StarterKit } from '@tiptap/starter-kit'
import { TemplateFields, type TemplateFieldsOptions } from '../fields/template-fields.ts'
import { TypedShortcuts, type TypedShortcutsOptions } from '../shortcuts/typed-shortcuts.ts'
import { ALIGNMENTS, KeptAttributes } from './kept-attributes.ts'
import { LeaveByArrow, type LeaveByArrowOptions } from './leave-by-arrow.ts'
import { Subscript, Superscript } from './script-marks.ts'
import { type LoadImage, StoredImage } from './stored-image.ts'
import { withoutAppKeys } from './without-app-keys.ts'

/**
 * The editor's schema: it can hold exactly what a report may hold (domain/report/markup-rules.ts), so that all its
 * output passes `parseMarkup`, and every stored text keeps its words.
 */
export function reportExtensions(
  loadImage: LoadImage,
  findShortcuts: TypedShortcutsOptions['find'] = () => [],
  fields?: TemplateFieldsOptions,
  arrows?: LeaveByArrowOptions,
): Extensions {
  return withoutAppKeys([
    TypedShortcuts.configure({ find: findShortcuts }),
    ...(fields ? [TemplateFields.configure(fields)] : []),
    ...(arrows ? [LeaveByArrow.configure(arrows)] : []),
    StarterKit.configure({
      link: false,
      code: false,
      codeBlock: false,
      heading: { levels: [1, 2, 3] },
      // Would add a paragraph to an untouched text; the gap cursor reaches the position after a last table.
      trailingNode: false,
    }),
    Superscript,
    Subscript,
    TextStyle,
    Color,
    BackgroundColor,
    TextAlign.configure({ types: ['heading', 'paragraph'], alignments: ALIGNMENTS }),
    TableKit.configure({ table: { resizable: true } }),
    StoredImage.configure({ loadImage }),
    KeptAttributes,
  ])
}
