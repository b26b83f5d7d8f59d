import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { unitBehind } from '#domain/report/fields/judge-number.ts'
import { type FieldRange, lettersAt } from './field-ranges.ts'
import { fieldStateOf } from './field-state.ts'

/** The unit that a filled field still lacks, with the preceding space; empty if it lacks none. */
export function missingUnit(state: EditorState, { field, ...place }: FieldRange): string {
  return field.kind === 'number' && !place.isOpen ? unitBehind(field, lettersAt(state.doc, place)) : ''
}

/** Adds the unit after each number that was filled in without it; undefined if none lacks it. */
export function writeUnits(
  state: EditorState,
  isWanted: (place: FieldRange) => boolean = () => true,
): Transaction | undefined {
  const lacking = (fieldStateOf(state)?.filled ?? [])
    .filter(isWanted)
    .map((place) => ({ end: place.to, unit: missingUnit(state, place) }))
    .filter(({ unit }) => unit !== '')
    .sort((a, b) => b.end - a.end)
  if (lacking.length === 0) return undefined
  const { tr, selection } = state
  for (const { end, unit } of lacking) tr.insertText(unit, end)
  // Keeps the cursor after the value it was in: it must not enter a paragraph that Enter began.
  if (selection.empty && lacking.some(({ end }) => end === selection.from))
    tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(selection.from, 1)))
  return tr
}

/** The same immediately, before something reads the text. */
export function completeUnits(view: EditorView): void {
  const tr = view.isDestroyed || !view.editable ? undefined : writeUnits(view.state)
  if (tr) view.dispatch(tr)
}

/** Only for numbers that the cursor has left. */
export const unitsOfLeft = (state: EditorState): Transaction | undefined =>
  writeUnits(state, ({ from, to }) => state.selection.to < from || state.selection.from > to)
