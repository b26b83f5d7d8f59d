import type { EditorState } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { judgeNumber, valueLength } from '#domain/report/fields/judge-number.ts'
import { missingUnit } from './complete-units.ts'
import { type FieldRange, lettersAt, placeAround } from './field-ranges.ts'
import { fieldStateOf } from './field-state.ts'
import classes from './fields.module.css'
import { FIELD_WORDS as WORDS } from './words.ts'

/** The look of fields: open ones as boxes, a value outside its normal range followed by a note. */
export function fieldMarks(state: EditorState): DecorationSet {
  const fields = fieldStateOf(state)
  if (!fields || fields.open.length + fields.filled.length === 0) return DecorationSet.empty
  const marks = [
    ...fields.open.flatMap((place) => openMarks(state, place)),
    ...fields.filled.flatMap((place) => filledMarks(state, place)),
  ]
  return DecorationSet.create(state.doc, marks)
}

function openMarks({ doc }: EditorState, { from, to }: FieldRange): Decoration[] {
  const colon = lettersAt(doc, { from, to }).indexOf(':')
  const end = colon < 0 ? to - 2 : from + colon
  return [
    Decoration.inline(from, to, { class: classes.open ?? '', 'data-field': 'open' }),
    Decoration.inline(from, from + 2, { class: classes.syntax ?? '' }),
    Decoration.inline(end, to, { class: classes.syntax ?? '' }),
  ]
}

/** The note on a value outside its normal range; undefined for any other. */
export function verdictAt({ doc }: EditorState, { field, ...place }: FieldRange): string | undefined {
  if (field.kind !== 'number' || place.isOpen || !field.range) return undefined
  const verdict = judgeNumber(field, lettersAt(doc, place))
  return verdict === undefined || verdict === 'normal' ? undefined : WORDS.verdict(verdict, field.range)
}

function filledMarks(state: EditorState, place: FieldRange): Decoration[] {
  const { field, from, to } = place
  if (field.kind !== 'number') return []
  const verdict = verdictAt(state, place)
  const unit = placeAround(state, [place]) ? missingUnit(state, place) : ''
  const marks = unit === '' ? [] : [behind(to, classes.unit, unit)]
  if (verdict === undefined) return marks
  const end = from + valueLength(field, lettersAt(state.doc, place))
  return [
    ...marks,
    Decoration.inline(from, end, { class: classes.outside ?? '', 'data-field': 'outside' }),
    behind(unit === '' ? end : to, classes.verdict, ` ${verdict}`),
  ]
}

/** Words shown on the screen only: not part of the text. */
function behind(at: number, look: string | undefined, words: string): Decoration {
  const draw = () => {
    const span = document.createElement('span')
    span.className = look ?? ''
    span.textContent = words
    return span
  }
  // Typed letters go before the cursor at that position; these words come after it.
  return Decoration.widget(at, draw, { side: 1, key: `${look}:${words}`, ignoreSelection: true })
}
