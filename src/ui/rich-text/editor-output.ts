import type { Editor } from '@tiptap/react'
import { type PauseWriter, writeAtPause } from '../unsaved/write-at-pause.ts'
import type { LeaveDirection } from './extensions/leave-by-arrow.ts'
import type { FieldDirection } from './fields/field-tab.ts'
import type { PasteContext } from './paste/paste-into-editor.ts'
import type { GivenShortcuts } from './shortcuts/typed-shortcuts.ts'

/** Where the editor's output goes, and where its pictures are stored; always the latest props. */
export interface OutputProps {
  onChange: (html: string) => void
  onWaiting?: (waiting: boolean) => void
  images: { keep: PasteContext['keep'] }
  shortcuts?: GivenShortcuts
  onLeaveFields?: (direction: FieldDirection) => boolean
  onLeaveText?: (direction: LeaveDirection) => boolean
  onFocus?: () => void
  placeholder?: string
}

const EMPTY = '<p></p>'

/** Emits the editor's HTML to its owner at pauses in typing: one object for the life of an editor. */
export class EditorOutput {
  /** The text as set from outside, and the editor's serialization of it. */
  private shown = { value: '', spelling: '' }
  private given = ''
  private editor: Editor | undefined
  private pictures = 0
  private wasWaiting = false
  props: OutputProps
  /** False until a person's cursor was in the text. */
  wasFocused = false
  readonly pause: PauseWriter
  readonly paste: PasteContext

  constructor(props: OutputProps) {
    this.props = props
    this.pause = writeAtPause(() => this.give())
    this.paste = {
      keep: (picture) => this.props.images.keep(picture),
      onBusy: (busy) => {
        this.pictures += busy ? 1 : -1
        this.tellWaiting()
      },
    }
  }

  /** The editor now shows `value`; an untouched text keeps its exact original markup. */
  show(editor: Editor, value: string): void {
    this.pause.stop()
    this.editor = editor
    this.shown = { value, spelling: editor.getHTML() }
    this.given = value
    this.tellWaiting()
  }

  /** True if the editor already shows `value` and nobody has typed since. */
  isShowing(editor: Editor, value: string): boolean {
    return this.editor === editor && this.given === value && !this.pause.isWaiting()
  }

  typed(): void {
    this.pause.touch()
    this.tellWaiting()
  }

  private give(): void {
    if (this.editor && !this.editor.isDestroyed) {
      const html = this.editor.getHTML()
      const text = html === this.shown.spelling ? this.shown.value : html === EMPTY ? '' : html
      if (text !== this.given) {
        this.given = text
        this.props.onChange(text)
      }
    }
    this.tellWaiting()
  }

  private tellWaiting(): void {
    const isWaiting = this.pictures > 0 || this.pause.isWaiting()
    if (isWaiting === this.wasWaiting) return
    this.wasWaiting = isWaiting
    this.props.onWaiting?.(isWaiting)
  }
}
