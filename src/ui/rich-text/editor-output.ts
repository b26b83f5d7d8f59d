import type { Editor } from '@tiptap/react'
import { type PauseWriter, writeAtPause } from '../write-at-pause.ts'
import type { FieldDirection } from './fields/field-tab.ts'
import type { PasteContext } from './paste/paste-into-editor.ts'
import type { GivenShortcuts } from './shortcuts/typed-shortcuts.ts'

/** Whom the editor's output goes to, and where its pictures are kept; the newest props count. */
export interface OutputProps {
  onChange: (html: string) => void
  onWaiting?: (waiting: boolean) => void
  images: { keep: PasteContext['keep'] }
  shortcuts?: GivenShortcuts
  onLeaveFields?: (direction: FieldDirection) => boolean
}

const EMPTY = '<p></p>'

/** Gives the editor's HTML to its owner at a pause in typing: one object for the life of an editor. */
export class EditorOutput {
  /** The text as it was given from outside, and how the editor spells the same. */
  private shown = { value: '', spelling: '' }
  private given = ''
  private editor: Editor | undefined
  private pictures = 0
  private wasWaiting = false
  props: OutputProps
  /** False until a person's cursor stood in the text. */
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
