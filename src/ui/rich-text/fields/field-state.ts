import type { EditorState, Transaction } from '@tiptap/pm/state'
import { PluginKey } from '@tiptap/pm/state'
import { type FieldRange, lettersAt, openFieldRanges, selectedField } from './field-ranges.ts'

/** The state of the selected field's list. */
export interface Choosing {
  /** Index of the choice that Enter takes; undefined if none is highlighted yet. */
  at: number | undefined
  /** Typed letters, to find the choice that begins with them. */
  typed: string
  /** Escape closed the list. */
  isClosed: boolean
}

export interface FieldState {
  /** Open fields of the text. */
  open: readonly FieldRange[]
  /** Fields filled in since the text was set; for a reopened text none is known. */
  filled: readonly FieldRange[]
  choosing: Choosing
}

export const FIELDS_KEY = new PluginKey<FieldState>('templateFields')

const NOT_CHOOSING: Choosing = { at: undefined, typed: '', isClosed: false }

export const fieldStateOf = (state: EditorState): FieldState | undefined => FIELDS_KEY.getState(state)

/** Open and filled fields in document order. */
export const placesOf = ({ open, filled }: FieldState): FieldRange[] =>
  [...open, ...filled].sort((a, b) => a.from - b.from)

export const beginState = (doc: EditorState['doc']): FieldState => ({
  open: openFieldRanges(doc),
  filled: [],
  choosing: NOT_CHOOSING,
})

/** The fields after a change: text that replaced an open field is its value from then on. */
export function nextState(
  tr: Transaction,
  before: FieldState,
  old: EditorState,
  state: EditorState,
): FieldState {
  const choosing = tr.getMeta(FIELDS_KEY) as Choosing | undefined
  const next = tr.docChanged ? afterChange(tr, before) : before
  if (choosing) return { ...next, choosing }
  const was = selectedField(old, placesOf(before))
  const is = selectedField(state, placesOf(next))
  const isSame = !tr.docChanged && was?.from === is?.from && was?.to === is?.to
  return isSame || next.choosing === NOT_CHOOSING ? next : { ...next, choosing: NOT_CHOOSING }
}

function afterChange(tr: Transaction, before: FieldState): FieldState {
  const open = openFieldRanges(tr.doc)
  const isOpenIn = ({ from, to }: FieldRange) => open.some((one) => one.from < to && one.to > from)
  const moved = before.filled.flatMap((place) => follow(tr, place) ?? [])
  const fresh = before.open
    .filter((place) => isReplaced(tr, place))
    .flatMap((place) => follow(tr, place) ?? [])
  return { ...before, open, filled: [...moved, ...fresh].filter((place) => !isOpenIn(place)) }
}

/** True if exactly the whole field was replaced by other letters. */
function isReplaced({ mapping }: Transaction, { from, to }: FieldRange): boolean {
  const [start, end] = [mapping.mapResult(from, -1), mapping.mapResult(to, 1)]
  const isInsideGone = mapping.mapResult(from + 1).deletedAcross && mapping.mapResult(to - 1).deletedAcross
  return isInsideGone && !start.deletedBefore && !end.deletedAfter
}

/** The value's new range; undefined if nothing is left of it, or it is no longer within one line. */
function follow({ mapping, doc }: Transaction, place: FieldRange): FieldRange | undefined {
  const from = mapping.map(place.from, -1)
  // A paragraph that begins after the value is not part of it.
  const to = [mapping.map(place.to, 1), mapping.map(place.to, -1)].find((end) => isOneLine(doc, from, end))
  if (to === undefined || lettersAt(doc, { from, to }).trim() === '') return undefined
  return { field: place.field, from, to, isOpen: false }
}

function isOneLine(doc: Transaction['doc'], from: number, to: number): boolean {
  const start = doc.resolve(from)
  return start.parent.isTextblock && start.sameParent(doc.resolve(to)) && from < to
}
