import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { takeChosen } from './choose.ts'
import { type FieldRange, placeAround, selectedField } from './field-ranges.ts'
import { fieldStateOf, placesOf } from './field-state.ts'

export type FieldDirection = 'next' | 'previous'

/** Selects a field as a whole, so that typing replaces it. */
export function selectRange(view: EditorView, { from, to }: Pick<FieldRange, 'from' | 'to'>): void {
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, from, to)).scrollIntoView())
}

/**
 * Moves to the next open field, or back to the previous one, filled or not. If this text has none there, `leave` may
 * move to another text. False leaves the key its usual meaning.
 */
export function goByTab(
  view: EditorView,
  direction: FieldDirection,
  leave: (direction: FieldDirection) => boolean,
): boolean {
  const takes = takeChosen(view)
  const fields = fieldStateOf(view.state)
  const places = fields ? placesOf(fields) : []
  if (!fields || places.length === 0) return takes
  // If all are filled, the key goes back only from inside a field; elsewhere it has its usual meaning.
  const isAmong = fields.open.length > 0 || placeAround(view.state, places) !== undefined
  const found = direction === 'next' ? nextOf(view, fields.open) : isAmong && previousOf(view, places)
  if (found) selectRange(view, found)
  return Boolean(found) || (isAmong && leave(direction)) || takes
}

const nextOf = ({ state }: EditorView, open: readonly FieldRange[]): FieldRange | undefined =>
  open.find(({ from }) => from >= state.selection.to)

function previousOf({ state }: EditorView, places: readonly FieldRange[]): FieldRange | undefined {
  const here = selectedField(state, places) ?? placeAround(state, places)
  const start = here?.from ?? state.selection.from
  return places.findLast((place) => place !== here && place.to <= start)
}
