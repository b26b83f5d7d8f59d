import { Selection } from '@tiptap/pm/state'
import { type Editor, type UseEditorOptions, useEditor } from '@tiptap/react'
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { reportExtensions } from './extensions/report-extensions.ts'
import { KEEP_SPACES, withoutSourceLines } from './kept-spaces.ts'
import { handlePaste, type PasteContext, pastedHtml } from './paste/paste-into-editor.ts'
import type { RichTextHandle, RichTextProps } from './RichText.tsx'
import { putHtml } from './shortcuts/put-html.ts'
import { shortcutsOf } from './shortcuts/typed-shortcuts.ts'
import { TextOutlet } from './text-outlet.ts'

type TextProps = Omit<RichTextProps, 'ref'>

// Made once: an editor whose options are new objects at each render would be set up anew at each render.
function startEditor(props: TextProps): { outlet: TextOutlet; options: UseEditorOptions } {
  const { label, value, readOnly = false, images } = props
  const outlet = new TextOutlet(props)
  const options: UseEditorOptions = {
    extensions: reportExtensions(images.load, () => shortcutsOf(outlet.props.shortcuts)),
    content: withoutSourceLines(value),
    parseOptions: KEEP_SPACES,
    editable: !readOnly,
    // The page's policy allows no style elements of a library's own; the rules stand in rich-text.module.css.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, spellcheck: 'true' },
      transformPastedHTML: (html) => pastedHtml(html),
      handlePaste: (view, event) =>
        event.clipboardData !== null && handlePaste(view, event.clipboardData, outlet.paste),
      handleDrop: (view, event, _slice, moved) => {
        if (moved || !event.dataTransfer) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        return handlePaste(view, event.dataTransfer, outlet.paste, at)
      },
    },
    onFocus: () => {
      outlet.wasFocused = true
    },
    onUpdate: () => outlet.typed(),
    onBlur: () => outlet.pause.flush(),
  }
  return { outlet, options }
}

/** The Tiptap editor of a report's text, and how its changes come out (see RichTextProps). */
export function useReportEditor(
  props: TextProps,
  ref: Ref<RichTextHandle> | undefined,
): { editor: Editor | null; paste: PasteContext; insert: (html: string) => void } {
  const [{ outlet, options }] = useState(() => startEditor(props))
  const editor = useEditor(options)
  useEffect(() => {
    outlet.props = props
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
    outlet.show(editor, shown.current.value)
    // Between two versions `value` is what this editor gave out itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [editor, outlet, version])
  useEffect(() => {
    if (editor && !editor.isDestroyed) editor.setEditable(!readOnly, false)
  }, [editor, readOnly])
  useEffect(() => () => outlet.pause.flush(), [outlet])
  const insert = useCallback((html: string) => editor && insertHtml(editor, outlet, html), [editor, outlet])
  // The same handle for the editor's life: a new one at each render would be let go and taken up at each render.
  useImperativeHandle(
    ref,
    () => ({
      editor,
      flush: () => outlet.pause.flush(),
      focus: () => void editor?.commands.focus('end'),
      insert,
    }),
    [outlet, editor, insert],
  )
  return { editor, paste: outlet.paste, insert }
}

/** Where the cursor was last; in an editor that nobody was in yet, behind its text. */
function insertHtml(editor: Editor, { wasFocused }: TextOutlet, html: string): void {
  if (!editor.isEditable) return
  if (!wasFocused) editor.commands.setTextSelection(Selection.atEnd(editor.state.doc).to)
  putHtml(editor.view, html, editor.state.selection)
  editor.commands.focus()
}
