import type { ChainedCommands, Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Selection } from '@tiptap/pm/state'
import type { DictationStep, VoiceCommand } from '#domain/dictation/commands.ts'
import type { SpokenLanguage } from '#domain/dictation/languages.ts'
import { deleteLeft, deleteRight, goToEnd, startHeading, writeMark, writeText } from './edit-at-cursor.ts'

/** An editor that words can be dictated into. */
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
  // In a list the next item, as Enter does.
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
 * Does in the editor what an utterance asked for, at its cursor and without taking the focus. All of it is one step
 * for undo, and so is what is typed afterwards; a spoken undo or redo stands between the steps before and behind it.
 * Returns false where the editor takes no words now: then nothing was changed.
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
  // The history joins what follows within half a second; what is typed next is a step of its own.
  editor.view.dispatch(closeHistory(editor.state.tr))
}

/**
 * Puts the cursor where a person expects dictated words: where it stands, or behind the last word of a text that it
 * never stood in.
 */
export function standAtEnd(editor: DictatedEditor): void {
  if (editor.isDestroyed || editor.isFocused) return
  editor.commands.focus(isAtStart(editor) ? 'end' : null)
}

// In an empty text start and end are one place: moving there would drop a bold that was just asked for.
const isAtStart = ({ state: { selection, doc } }: DictatedEditor) =>
  selection.eq(Selection.atStart(doc)) && !selection.eq(Selection.atEnd(doc))
