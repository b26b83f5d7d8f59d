import type { ResolvedPos } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import { type Editor, type UseEditorOptions, useEditor } from '@tiptap/react'
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { joinHardBreaks } from '#domain/report/hard-breaks.ts'
import { EditorOutput } from './editor-output.ts'
import { reportExtensions } from './extensions/report-extensions.ts'
import { completeUnits } from './fields/complete-units.ts'
import { fieldStateOf } from './fields/field-state.ts'
import { selectPlace } from './fields/field-tab.ts'
import { KEEP_SPACES, withoutSourceLines } from './kept-spaces.ts'
import { handlePaste, type PasteContext, pastedHtml } from './paste/paste-into-editor.ts'
import type { RichTextHandle, RichTextProps } from './RichText.tsx'
import { putHtml } from './shortcuts/put-html.ts'
import { shortcutsOf } from './shortcuts/typed-shortcuts.ts'

type TextProps = Omit<RichTextProps, 'ref'>

// Made once: an editor whose options are new objects at each render would be set up anew at each render.
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
    ),
    content: withoutSourceLines(value),
    parseOptions: KEEP_SPACES,
    editable: !readOnly,
    // The page's policy allows no style elements of a library's own; the rules stand in rich-text.module.css.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, spellcheck: 'true' },
      transformPastedHTML: (html) => pastedHtml(html),
      // Paste as plain text (Ctrl+Shift+V) leaves every line as it is.
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
    },
    onUpdate: () => output.typed(),
    onBlur: ({ editor }) => {
      completeUnits(editor.view)
      output.pause.flush()
    },
  }
  return { output, options }
}

/** The Tiptap editor of a report's text, and how its changes come out (see RichTextProps). */
export function useReportEditor(
  props: TextProps,
  ref: Ref<RichTextHandle> | undefined,
): { editor: Editor | null; paste: PasteContext; insert: (html: string) => void } {
  const [{ output, options }] = useState(() => startEditor(props))
  const editor = useEditor(options)
  useEffect(() => {
    output.props = props
  })

  const { value, version, readOnly = false } = props
  const shown = useRef({ version, value })
  useEffect(() => {
    // A part of the screen that was put away and comes back is asked before its editor was made anew.
    if (!editor || editor.isDestroyed) return
    if (shown.current.version !== version) {
      shown.current = { version, value }
      editor.commands.setContent(withoutSourceLines(value), { emitUpdate: false, parseOptions: KEEP_SPACES })
    }
    output.show(editor, shown.current.value)
    // Between two versions `value` is what this editor gave out itself.
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
  // The same handle for the editor's life: a new one at each render would be let go and taken up at each render.
  useImperativeHandle(
    ref,
    () => ({
      editor,
      flush: () => {
        if (editor) completeUnits(editor.view)
        output.pause.flush()
      },
      focus: () => void editor?.commands.focus('end'),
      insert,
      insertSentence,
      selectField: (at) => editor && selectField(editor, at),
    }),
    [output, editor, insert, insertSentence],
  )
  return { editor, paste: output.paste, insert }
}

function selectField(editor: Editor, at: number): void {
  editor.commands.focus()
  const place = fieldStateOf(editor.state)?.open.at(at)
  if (place) selectPlace(editor.view, place)
}

/** Where the cursor was last; in an editor that nobody was in yet, behind its text. */
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

/** A blank where a word or a stop stands right before; pasted markup would lose one that it begins with. */
function blankBefore({ parent, parentOffset }: ResolvedPos): string {
  const words = parent.isTextblock ? parent.textBetween(0, parentOffset, '', ' ') : ''
  return /\S$/u.test(words) ? ' ' : ''
}
