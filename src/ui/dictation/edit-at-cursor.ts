import type { Command } from '@tiptap/core'
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { SpokenLanguage } from '#domain/dictation/languages.ts'
import { type SpokenMark, type Surroundings, spellMark, spellText } from '#domain/dictation/spell-text.ts'

const PICTURE = '\ufffc'

// One character per leaf, so that offsets in the text are positions in the document.
const leafText = (leaf: { type: { name: string } }) => (leaf.type.name === 'hardBreak' ? '\n' : PICTURE)

function surroundings({ selection: { $from, $to } }: Pick<EditorState, 'selection'>): Surroundings {
  return {
    before: $from.parent.textBetween(0, $from.parentOffset, undefined, leafText),
    after: $to.parent.textBetween($to.parentOffset, $to.parent.content.size, undefined, leafText),
  }
}

/** Replaces the selection with letters, in the active formatting. */
function insert(tr: Transaction, letters: string): void {
  if (!tr.selection.$from.parent.isTextblock) tr.setSelection(TextSelection.near(tr.selection.$from))
  tr.replaceSelectionWith(tr.doc.type.schema.text(letters), true)
}

/** Writes dictated words at the cursor. */
export function writeText(text: string, language: SpokenLanguage): Command {
  return ({ tr, dispatch }) => {
    if (dispatch) insert(tr, spellText(text, surroundings(tr), language))
    return true
  }
}

/** Writes a punctuation mark that was said as a command. */
export function writeMark(mark: SpokenMark, language: SpokenLanguage): Command {
  return ({ tr, dispatch }) => {
    if (!dispatch) return true
    const { text, blanksBefore } = spellMark(mark, surroundings(tr), language)
    const { from } = tr.selection
    if (blanksBefore > 0) {
      const look = tr.storedMarks
      tr.delete(from - blanksBefore, from)
      tr.setStoredMarks(look)
    }
    insert(tr, text)
    return true
  }
}

/** A word with the blanks before it, else blanks, a picture or a line break. */
const WORD_LEFT = /[^\S\n]*[^\s\ufffc]+[^\S\n]*$|[^\S\n]*[\ufffc\n]$|[^\S\n]+$/u
const WORD_RIGHT = /^(?:[^\S\n]*[^\s\ufffc]+|[^\S\n]*[\ufffc\n]|[^\S\n]+)/u

/** Deletes the selection, else the word before the cursor, else joins the paragraph to the one before it. */
export const deleteLeft: Command = ({ tr, commands, dispatch }) => {
  const { empty, from } = tr.selection
  if (!empty) return commands.deleteSelection()
  const [word = ''] = WORD_LEFT.exec(surroundings(tr).before) ?? []
  if (word === '') return commands.joinBackward()
  if (dispatch) tr.delete(from - word.length, from)
  return true
}

/** Deletes the selection, else the word after the cursor, else joins the next paragraph to this one. */
export const deleteRight: Command = ({ tr, commands, dispatch }) => {
  const { empty, to } = tr.selection
  if (!empty) return commands.deleteSelection()
  const [word = ''] = WORD_RIGHT.exec(surroundings(tr).after) ?? []
  if (word === '') return commands.joinForward()
  if (dispatch) tr.delete(to, to + word.length)
  return true
}

/** Moves the cursor after the last word of the text. */
export const goToEnd: Command = ({ tr, dispatch }) => {
  if (dispatch) tr.setSelection(Selection.atEnd(tr.doc))
  return true
}

const HEADING = { level: 2 } as const

/**
 * Begins a heading on its own line, so that earlier text keeps its formatting. On an empty line, at the beginning of a
 * line and with a selection, the line itself becomes a heading or stops being one.
 */
export const startHeading: Command = ({ tr, commands }) => {
  const { $from, $to, empty } = tr.selection
  if (!empty || $from.parentOffset === 0) return commands.toggleHeading(HEADING)
  const hasTextBehind = $to.parentOffset < $to.parent.content.size
  commands.splitBlock()
  if (hasTextBehind) {
    // An empty line between both, with the cursor in it.
    commands.splitBlock()
    tr.setSelection(Selection.near(tr.doc.resolve(tr.selection.$from.before() - 1), -1))
  }
  return commands.setHeading(HEADING)
}
