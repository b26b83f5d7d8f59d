import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { takeChosen } from './choose.ts'
import { type FieldPlace, placeAround, selectedPlace } from './field-places.ts'
import { fieldStateOf, placesOf } from './field-state.ts'

export type FieldDirection = 'next' | 'previous'

/** Selects a field as a whole: what is typed then takes its place. */
export function selectPlace(view: EditorView, { from, to }: Pick<FieldPlace, 'from' | 'to'>): void {
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, from, to)).scrollIntoView())
}

/**
 * Goes to the next field that stands open, or back to the one before, filled or not. Where this text has none there,
 * `leave` may go to another text. False leaves the key to what it does in a text without fields.
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
  // Where all are filled, only who stands in one goes back from it: elsewhere the key is the text's again.
  const isAmong = fields.open.length > 0 || placeAround(view.state, places) !== undefined
  const found = direction === 'next' ? nextOf(view, fields.open) : isAmong && previousOf(view, places)
  if (found) selectPlace(view, found)
  return Boolean(found) || (isAmong && leave(direction)) || takes
}

const nextOf = ({ state }: EditorView, open: readonly FieldPlace[]): FieldPlace | undefined =>
  open.find(({ from }) => from >= state.selection.to)

function previousOf({ state }: EditorView, places: readonly FieldPlace[]): FieldPlace | undefined {
  const here = selectedPlace(state, places) ?? placeAround(state, places)
  const start = here?.from ?? state.selection.from
  return places.findLast((place) => place !== here && place.to <= start)
}
