import type { ResolvedPos } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import { type Editor, type UseEditorOptions, useEditor } from '@tiptap/react'
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { joinHardBreaks } from '#domain/report/hard-breaks.ts'
import { EditorOutput } from './editor-output.ts'
import { reportExtensions } from './extensions/report-extensions.ts'
import { completeUnits } from './fields/complete-units.ts'
import { fieldStateOf } from './fields/field-state.ts'
import { selectRange } from './fields/field-tab.ts'
import { findWords } from './find-words.ts'
import { KEEP_SPACES, withoutSourceLines } from './kept-spaces.ts'
import { handlePaste, type PasteContext, pastedHtml } from './paste/paste-into-editor.ts'
import type { RichTextHandle, RichTextProps } from './RichText.tsx'
import { replaceApart } from './replace-apart.ts'
import { putHtml } from './shortcuts/put-html.ts'
import { shortcutsOf } from './shortcuts/typed-shortcuts.ts'

type TextProps = Omit<RichTextProps, 'ref'>

// Created once: an editor with new option objects at each render would be set up again each time.
function startEditor(props: TextProps): { output: EditorOutput; options: UseEditorOptions } {
  const { label, value, readOnly = false, images } = props
  const output = new EditorOutput(props)
  const options: UseEditorOptions = {
    extensions: reportExtensions(
      images.load,
      () => shortcutsOf(output.props.shortcuts),
      props.onLeaveFields && {
        leave: (direction) => output.props.onLeaveFields?.(direction) ?? false,
      },
      props.onLeaveText && {
        leave: (direction) => output.props.onLeaveText?.(direction) ?? false,
      },
    ),
    content: withoutSourceLines(value),
    parseOptions: KEEP_SPACES,
    editable: !readOnly,
    // The page's policy forbids a library's own style elements; the rules are in rich-text.module.css.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: () => {
        const { placeholder } = output.props
        return {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          spellcheck: 'true',
          ...(placeholder !== undefined && { 'aria-placeholder': placeholder }),
        }
      },
      transformPastedHTML: (html) => pastedHtml(html),
      // Paste as plain text (Ctrl+Shift+V) keeps every line.
      transformPastedText: (text, isPlain) => (isPlain ? text : joinHardBreaks(text)),
      handlePaste: (view, event) =>
        event.clipboardData !== null && handlePaste(view, event.clipboardData, output.paste),
      handleDrop: (view, event, _slice, moved) => {
        if (moved || !event.dataTransfer) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        return handlePaste(view, event.dataTransfer, output.paste, at)
      },
    },
    onFocus: () => {
      output.wasFocused = true
      output.props.onFocus?.()
    },
    onUpdate: () => output.typed(),
    onBlur: ({ editor }) => {
      completeUnits(editor.view)
      output.pause.flush()
    },
  }
  return { output, options }
}

/** The Tiptap editor of a report's text, and how its changes are emitted (see RichTextProps). */
export function useReportEditor(
  props: TextProps,
  ref: Ref<RichTextHandle> | undefined,
): { editor: Editor | null; paste: PasteContext; insert: (html: string) => void } {
  const [{ output, options }] = useState(() => startEditor(props))
  const editor = useEditor(options)
  useEffect(() => {
    output.props = props
  })

  const { value, version, readOnly = false, isUndoneElsewhere = false } = props
  const shown = useRef({ version, value })
  useEffect(() => {
    // A hidden part of the screen that returns runs this before its editor is recreated.
    if (!editor || editor.isDestroyed) return
    if (shown.current.version !== version) {
      shown.current = { version, value }
      // Another text of the report changed and this one did not: keep its cursor and undo history.
      if (output.isShowing(editor, value)) return
      const html = withoutSourceLines(value)
      if (isUndoneElsewhere) replaceApart(editor, html)
      else editor.commands.setContent(html, { emitUpdate: false, parseOptions: KEEP_SPACES })
    }
    output.show(editor, shown.current.value)
    // Between two versions `value` is what this editor emitted itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [editor, output, version])
  useEffect(() => {
    if (editor && !editor.isDestroyed) editor.setEditable(!readOnly, false)
  }, [editor, readOnly])
  useEffect(() => () => output.pause.flush(), [output])
  const insert = useCallback((html: string) => editor && insertHtml(editor, output, html), [editor, output])
  const insertSentence = useCallback(
    (html: string) => editor && insertHtml(editor, output, html, blankBefore),
    [editor, output],
  )
  // One handle for the editor's lifetime: a new one at each render would be detached and attached each time.
  useImperativeHandle(
    ref,
    () => ({
      editor,
      flush: () => {
        if (editor) completeUnits(editor.view)
        output.pause.flush()
      },
      focus: () => editor && focusEnd(editor),
      takeCursor: (place) => editor && takeCursor(editor, place),
      insert,
      insertSentence,
      selectField: (at) => editor && selectField(editor, at),
      selectWords: (sentence, found) => editor && selectWords(editor, sentence, found),
    }),
    [output, editor, insert, insertSentence],
  )
  return { editor, paste: output.paste, insert }
}

/** Synchronously, unlike the library's next frame: the next key is already typed here. */
function takeCursor({ view, state }: Editor, place: 'start' | 'end'): void {
  const selection = place === 'start' ? Selection.atStart(state.doc) : Selection.atEnd(state.doc)
  view.dispatch(state.tr.setSelection(selection).scrollIntoView())
  view.focus()
}

/** At once, and by the library in the next frame again: a dialog that closes gives the focus back in between. */
function focusEnd(editor: Editor): void {
  takeCursor(editor, 'end')
  editor.commands.focus('end')
}

function selectField(editor: Editor, at: number): void {
  editor.commands.focus()
  const place = fieldStateOf(editor.state)?.open.at(at)
  if (place) selectRange(editor.view, place)
}

function selectWords(editor: Editor, sentence: string, found: readonly string[]): void {
  editor.commands.focus()
  const place = findWords(editor.state.doc, sentence, found)
  if (place) selectRange(editor.view, place)
}

/** Inserts at the last cursor position, or after the text if nobody was in the editor yet. */
function insertHtml(
  editor: Editor,
  { wasFocused }: EditorOutput,
  html: string,
  beforeOf: (place: ResolvedPos) => string = () => '',
): void {
  if (!editor.isEditable) return
  if (!wasFocused) editor.commands.setTextSelection(Selection.atEnd(editor.state.doc).to)
  const { selection } = editor.state
  putHtml(editor.view, html, selection, { before: beforeOf(selection.$from) })
  editor.commands.focus()
}

/** A space if a word or punctuation is right before; pasted markup would lose a leading one. */
function blankBefore({ parent, parentOffset }: ResolvedPos): string {
  const words = parent.isTextblock ? parent.textBetween(0, parentOffset, '', ' ') : ''
  return /\S$/u.test(words) ? ' ' : ''
}
