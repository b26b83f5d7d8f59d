import { type EditorState, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { ChoiceField } from '#domain/report/fields/template-field.ts'
import { type FieldRange, selectedField } from './field-ranges.ts'
import { type Choosing, FIELDS_KEY, fieldStateOf, placesOf } from './field-state.ts'

/** The open list of the selected field. */
export interface OpenList {
  place: FieldRange & { field: ChoiceField }
  choosing: Choosing
}

export function openListOf(state: EditorState): OpenList | undefined {
  const fields = fieldStateOf(state)
  const place = fields && selectedField(state, placesOf(fields))
  if (!fields || place?.field.kind !== 'choice' || fields.choosing.isClosed) return undefined
  return { place: place as OpenList['place'], choosing: fields.choosing }
}

const say = (view: EditorView, choosing: Choosing) =>
  view.dispatch(view.state.tr.setMeta(FIELDS_KEY, choosing))

/** Replaces a field with words as its value, and puts the cursor after them. */
export function fillIn(view: EditorView, { from, to }: FieldRange, words: string): void {
  const tr = view.state.tr.insertText(words, from, to)
  tr.setSelection(TextSelection.create(tr.doc, from + words.length))
  view.dispatch(tr.scrollIntoView())
}

/** Keys of the list; false leaves a key to the text. */
export function chooseByKey(view: EditorView, { key }: Pick<KeyboardEvent, 'key'>): boolean {
  const list = openListOf(view.state)
  if (!list) return false
  const { choosing, place } = list
  const { choices } = place.field
  const { at } = choosing
  const goTo = (next: number) =>
    say(view, { ...choosing, at: (next + choices.length) % choices.length, typed: '' })
  if (key === 'ArrowDown') goTo(at === undefined ? 0 : at + 1)
  else if (key === 'ArrowUp') goTo(at === undefined ? choices.length - 1 : at - 1)
  else if (key === 'Home') goTo(0)
  else if (key === 'End') goTo(choices.length - 1)
  else if (key === 'Escape') say(view, { ...choosing, isClosed: true })
  else if (key === 'Enter') {
    // Only a highlighted choice can be taken: the first Enter shows what the next one takes.
    if (at === undefined) goTo(0)
    else takeChoice(view, place, at)
  } else return false
  return true
}

export function takeChoice(view: EditorView, place: OpenList['place'], at: number): void {
  fillIn(view, place, place.field.choices[at] ?? '')
}

/** Takes the highlighted choice; returns false if there is none. */
export function takeChosen(view: EditorView): boolean {
  const list = openListOf(view.state)
  if (list?.choosing.at === undefined) return false
  takeChoice(view, list.place, list.choosing.at)
  return true
}

/**
 * Letters select the choice that begins with them, the same letter again the next one; letters that match no choice are
 * the doctor's own words and replace the field.
 */
export function chooseByLetters(view: EditorView, letters: string): boolean {
  const list = openListOf(view.state)
  if (!list) return false
  const { choosing, place } = list
  const { choices } = place.field
  const typed = choosing.typed + letters
  if (typed.trim() === '') return true
  const isRepeat = choosing.typed.toLowerCase() === letters.toLowerCase()
  const found =
    findChoice(choices, typed, 0) ?? (isRepeat ? nextChoice(choices, letters, choosing.at) : undefined)
  if (found === undefined) fillIn(view, place, typed)
  else
    say(view, {
      ...choosing,
      at: found,
      typed: isRepeat && !beginsWith(choices[found], typed) ? letters : typed,
    })
  return true
}

const beginsWith = (choice = '', typed: string) => choice.toLowerCase().startsWith(typed.toLowerCase())

function findChoice(choices: readonly string[], typed: string, from: number): number | undefined {
  // A choice typed in full takes precedence over a longer one that begins with it.
  const whole = choices.findIndex((choice) => choice.toLowerCase() === typed.toLowerCase())
  if (whole >= from) return whole
  const found = choices.findIndex((choice, at) => at >= from && beginsWith(choice, typed))
  return found < 0 ? undefined : found
}

const nextChoice = (choices: readonly string[], letter: string, at = -1): number | undefined =>
  findChoice(choices, letter, at + 1) ?? findChoice(choices, letter, 0)
