import type { Extensions } from '@tiptap/core'
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { BackgroundColor, Color, TextStyle } from '@tiptap/extension-text-style'
import { StarterKit } from '@tiptap/starter-kit'
import { TemplateFields, type TemplateFieldsOptions } from '../fields/template-fields.ts'
import { TypedShortcuts, type TypedShortcutsOptions } from '../shortcuts/typed-shortcuts.ts'
import { ALIGNMENTS, KeptAttributes } from './kept-attributes.ts'
import { Subscript, Superscript } from './script-marks.ts'
import { type LoadImage, StoredImage } from './stored-image.ts'
import { withoutAppKeys } from './without-app-keys.ts'

/**
 * The editor's schema: what it can hold is what a report may hold (domain/report/markup-rules.ts), so that every
 * text it gives out passes `parseMarkup`, and every stored text comes out of it with the same words.
 */
export function reportExtensions(
  loadImage: LoadImage,
  findShortcuts: TypedShortcutsOptions['find'] = () => [],
  fields?: TemplateFieldsOptions,
): Extensions {
  return withoutAppKeys([
    TypedShortcuts.configure({ find: findShortcuts }),
    ...(fields ? [TemplateFields.configure(fields)] : []),
    StarterKit.configure({
      link: false,
      code: false,
      codeBlock: false,
      heading: { levels: [1, 2, 3] },
      // Would add a paragraph to a text that nobody touched; the gap cursor leads behind a last table.
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
