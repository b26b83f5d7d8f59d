import { type Editor, type UseEditorOptions, useEditor } from '@tiptap/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { reportExtensions } from './extensions/report-extensions.ts'
import { type PasteContext, pastedHtml, pastePictures } from './paste/paste-into-editor.ts'
import type { RichTextHandle, RichTextProps } from './RichText.tsx'
import { TextOutlet } from './text-outlet.ts'

type TextProps = Omit<RichTextProps, 'ref'>

// Made once: an editor whose options are new objects at each render would be set up anew at each render.
function startEditor(props: TextProps): { outlet: TextOutlet; options: UseEditorOptions } {
  const { label, value, readOnly = false, images } = props
  const outlet = new TextOutlet(props)
  const options: UseEditorOptions = {
    extensions: reportExtensions(images.load),
    content: value,
    editable: !readOnly,
    // The page's policy allows no style elements of a library's own; the rules stand in rich-text.module.css.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, spellcheck: 'true' },
      transformPastedHTML: (html) => pastedHtml(html),
      handlePaste: (view, event) =>
        event.clipboardData !== null && pastePictures(view, event.clipboardData, outlet.paste),
      handleDrop: (view, event, _slice, moved) => {
        if (moved || !event.dataTransfer) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        return pastePictures(view, event.dataTransfer, outlet.paste, at)
      },
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
): { editor: Editor | null; paste: PasteContext } {
  const [{ outlet, options }] = useState(() => startEditor(props))
  const editor = useEditor(options)
  useEffect(() => {
    outlet.props = props
  })

  const { value, version, readOnly = false } = props
  const shown = useRef({ version, value })
  useEffect(() => {
    if (!editor) return
    if (shown.current.version !== version) {
      shown.current = { version, value }
      editor.commands.setContent(value, { emitUpdate: false })
    }
    outlet.show(editor, shown.current.value)
    // Between two versions `value` is what this editor gave out itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [editor, outlet, version])
  useEffect(() => {
    editor?.setEditable(!readOnly, false)
  }, [editor, readOnly])
  useEffect(() => () => outlet.pause.flush(), [outlet])
  // The same handle for the editor's life: a new one at each render would be let go and taken up at each render.
  useImperativeHandle(
    ref,
    () => ({ flush: () => outlet.pause.flush(), focus: () => void editor?.commands.focus('end') }),
    [outlet, editor],
  )
  return { editor, paste: outlet.paste }
}
