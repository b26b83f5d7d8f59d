import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { fieldsInLine, PICTURE_IN_LINE } from '#domain/report/fields/find-fields.ts'
import type { TemplateField } from '#domain/report/fields/template-field.ts'

/** A field of the text and its range in the editor's document. */
export interface FieldRange {
  field: TemplateField
  from: number
  to: number
  /** Its brackets are still there. */
  isOpen: boolean
}

// One character per leaf, so that offsets in the text are positions in the document.
const leafText = (leaf: Node) => (leaf.type.name === 'hardBreak' ? '\n' : PICTURE_IN_LINE)

/** The open fields of a document, in order. */
export function openFieldRanges(doc: Node): FieldRange[] {
  const places: FieldRange[] = []
  doc.descendants((block, pos) => {
    if (!block.isTextblock) return true
    const line = block.textBetween(0, block.content.size, undefined, leafText)
    // Runs after every change of the text: most paragraphs contain none.
    if (!line.includes('[[')) return false
    for (const { field, from, to } of fieldsInLine(line))
      places.push({ field, from: pos + 1 + from, to: pos + 1 + to, isOpen: true })
    return false
  })
  return places
}

/** The text of a range. */
export const lettersAt = (doc: Node, { from, to }: Pick<FieldRange, 'from' | 'to'>): string =>
  doc.textBetween(from, to, undefined, leafText)

/** The field that is selected as a whole, as after Tab. */
export function selectedField(
  { selection: { from, to, empty } }: Pick<EditorState, 'selection'>,
  places: readonly FieldRange[],
): FieldRange | undefined {
  return empty ? undefined : places.find((place) => place.from === from && place.to === to)
}

/** The field that contains the selection, or ends at it. */
export function placeAround(
  { selection: { from, to } }: Pick<EditorState, 'selection'>,
  places: readonly FieldRange[],
): FieldRange | undefined {
  return places.find((place) => place.from <= from && to <= place.to)
}
