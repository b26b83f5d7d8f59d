import { type Editor, type UseEditorOptions, useEditor } from '@tiptap/react'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { reportExtensions } from './extensions/report-extensions.ts'
import type { PasteContext } from './paste/paste-into-editor.ts'
import { pastedHtml, pastePictures } from './paste/paste-into-editor.ts'
import type { RichTextHandle, RichTextProps } from './RichText.tsx'
import { type PauseWriter, serialiseAtPause } from './serialise-at-pause.ts'

type TextProps = Omit<RichTextProps, 'ref'>

const EMPTY = '<p></p>'

/** What is told to the outside, and when: one object for the life of an editor. */
class TextOutlet {
  /** The text as it was given from outside, and how the editor spells the same. */
  private shown = { value: '', spelling: '' }
  private given = ''
  private editor: Editor | undefined
  private pictures = 0
  private wasWaiting = false
  private readonly latest: RefObject<TextProps>
  readonly pause: PauseWriter
  readonly paste: PasteContext

  constructor(latest: RefObject<TextProps>) {
    this.latest = latest
    this.pause = serialiseAtPause(() => this.give())
    this.paste = {
      keep: (picture) => this.latest.current.images.keep(picture),
      onBusy: (busy) => {
        this.pictures += busy ? 1 : -1
        this.tellWaiting()
      },
    }
  }

  /** The editor holds `value` now; a text that nobody touches keeps its own spelling to the letter. */
  show(editor: Editor, value: string): void {
    this.pause.stop()
    this.editor = editor
    this.shown = { value, spelling: editor.getHTML() }
    this.given = value
    this.tellWaiting()
  }

  typed(): void {
    this.pause.touch()
    this.tellWaiting()
  }

  private give(): void {
    if (!this.editor || this.editor.isDestroyed) return
    const html = this.editor.getHTML()
    const text = html === this.shown.spelling ? this.shown.value : html === EMPTY ? '' : html
    if (text !== this.given) {
      this.given = text
      this.latest.current.onChange(text)
    }
    this.tellWaiting()
  }

  private tellWaiting(): void {
    const isWaiting = this.pictures > 0 || this.pause.isWaiting()
    if (isWaiting === this.wasWaiting) return
    this.wasWaiting = isWaiting
    this.latest.current.onWaiting?.(isWaiting)
  }
}

function optionsOf(outlet: TextOutlet, latest: RefObject<TextProps>): UseEditorOptions {
  const { label, value, readOnly = false } = latest.current
  return {
    extensions: reportExtensions((fileId) => latest.current.images.load(fileId)),
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
}

/** The Tiptap editor of a report's text, and how its changes come out (see RichTextProps). */
export function useReportEditor(
  props: TextProps,
  ref: Ref<RichTextHandle> | undefined,
): { editor: Editor | null; paste: PasteContext } {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const [outlet] = useState(() => new TextOutlet(latest))
  const [options] = useState(() => optionsOf(outlet, latest))
  const editor = useEditor(options)

  const { version, readOnly = false } = props
  const shownVersion = useRef(version)
  useEffect(() => {
    if (!editor) return
    if (shownVersion.current !== version)
      editor.commands.setContent(latest.current.value, { emitUpdate: false })
    shownVersion.current = version
    outlet.show(editor, latest.current.value)
  }, [editor, outlet, version])
  useEffect(() => {
    editor?.setEditable(!readOnly, false)
  }, [editor, readOnly])
  useEffect(() => () => outlet.pause.flush(), [outlet])
  useImperativeHandle(ref, () => ({
    flush: () => outlet.pause.flush(),
    focus: () => void editor?.commands.focus('end'),
  }))
  return { editor, paste: outlet.paste }
}
