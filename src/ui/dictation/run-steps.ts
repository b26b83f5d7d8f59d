import type { ChainedCommands, Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Selection } from '@tiptap/pm/state'
import type { DictationStep, VoiceCommand } from '#domain/dictation/commands.ts'
import type { SpokenLanguage } from '#domain/dictation/languages.ts'
import { deleteLeft, deleteRight, goToEnd, startHeading, writeMark, writeText } from './edit-at-cursor.ts'

/** An editor that accepts dictation. */
export type DictatedEditor = Editor

type Change = (chain: ChainedCommands, language: SpokenLanguage) => ChainedCommands

const CHANGES: Record<Exclude<VoiceCommand, 'undo' | 'redo'>, Change> = {
  goToLast: (chain) => chain.command(goToEnd),
  space: (chain, language) => chain.command(writeMark('space', language)),
  fullStop: (chain, language) => chain.command(writeMark('fullStop', language)),
  comma: (chain, language) => chain.command(writeMark('comma', language)),
  colon: (chain, language) => chain.command(writeMark('colon', language)),
  bracketOpen: (chain, language) => chain.command(writeMark('bracketOpen', language)),
  bracketClose: (chain, language) => chain.command(writeMark('bracketClose', language)),
  questionMark: (chain, language) => chain.command(writeMark('questionMark', language)),
  heading: (chain) => chain.command(startHeading),
  bold: (chain) => chain.toggleBold(),
  italic: (chain) => chain.toggleItalic(),
  underline: (chain) => chain.toggleUnderline(),
  newLine: (chain) => chain.setHardBreak(),
  // In a list this starts the next item, like Enter.
  newParagraph: (chain) =>
    chain.command(({ commands }) =>
      commands.first([() => commands.splitListItem('listItem'), () => commands.splitBlock()]),
    ),
  delete: (chain) => chain.command(deleteLeft),
  deleteRight: (chain) => chain.command(deleteRight),
  alignLeft: (chain) => chain.setTextAlign('left'),
  alignCenter: (chain) => chain.setTextAlign('center'),
  alignRight: (chain) => chain.setTextAlign('right'),
}

/**
 * Executes an utterance in the editor, at its cursor and without taking the focus. All of it is one undo step, and
 * later typing is another; a spoken undo or redo separates the steps before and after it. Returns false and changes
 * nothing if the editor accepts no text now.
 */
export function runSteps(
  editor: DictatedEditor,
  steps: readonly DictationStep[],
  language: SpokenLanguage,
): boolean {
  if (editor.isDestroyed || !editor.isEditable) return false
  if (!editor.isFocused && isAtStart(editor)) editor.commands.command(goToEnd)
  let together: Change[] = []
  const flush = () => {
    runTogether(editor, together, language)
    together = []
  }
  for (const step of steps) {
    if (step.kind === 'text') together.push((chain) => chain.command(writeText(step.text, language)))
    else if (step.command !== 'undo' && step.command !== 'redo') together.push(CHANGES[step.command])
    else {
      flush()
      editor.commands[step.command]()
    }
  }
  flush()
  return true
}

function runTogether(editor: Editor, changes: readonly Change[], language: SpokenLanguage): void {
  if (changes.length === 0) return
  const begun = editor.chain().command(({ tr }) => {
    closeHistory(tr)
    return true
  })
  changes
    .reduce((chain, change) => change(chain, language), begun)
    .scrollIntoView()
    .run()
  // The history merges changes within half a second; later typing must be its own step.
  editor.view.dispatch(closeHistory(editor.state.tr))
}

/**
 * Moves the cursor to where a person expects dictated words: it stays where it is, or goes after the last word if it
 * was never placed in the text.
 */
export function standAtEnd(editor: DictatedEditor): void {
  if (editor.isDestroyed || editor.isFocused) return
  editor.commands.focus(isAtStart(editor) ? 'end' : null)
}

// In an empty text start and end are the same: moving there would drop a bold that was just switched on.
const isAtStart = ({ state: { selection, doc } }: DictatedEditor) =>
  selection.eq(Selection.atStart(doc)) && !selection.eq(Selection.atEnd(doc))
