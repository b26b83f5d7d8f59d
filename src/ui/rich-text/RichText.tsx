import '@mantine/tiptap/styles.layer.css'
import { RichTextEditor, type RichTextEditorProps } from '@mantine/tiptap'
import type { Editor } from '@tiptap/react'
import type { ReactNode, Ref } from 'react'
import { createPortal } from 'react-dom'
import type { NumberField } from '#domain/report/fields/template-field.ts'
import type { LeaveDirection } from './extensions/leave-by-arrow.ts'
import type { LoadImage } from './extensions/stored-image.ts'
import { FieldPopup } from './fields/FieldPopup.tsx'
import type { FieldDirection } from './fields/field-tab.ts'
import type { KeepImage } from './images/take-image.ts'
import { insertPictures } from './paste/paste-into-editor.ts'
import text from './report-text.module.css'
import classes from './rich-text.module.css'
import type { GivenShortcuts } from './shortcuts/typed-shortcuts.ts'
import { Toolbar } from './Toolbar.tsx'
import { useReportEditor } from './use-report-editor.ts'

/** Where a text's pictures are stored and loaded. */
export interface RichTextImages {
  keep: KeepImage
  load: LoadImage
}

export interface RichTextHandle {
  /** The editor itself, for direct access (dictation); null until it exists. */
  editor: Editor | null
  /** Emits text typed since the last pause, before something reads it. */
  flush: () => void
  focus: () => void
  /** Moves the cursor to one end of the text at once, when a key leads here from another text. */
  takeCursor: (place: 'start' | 'end') => void
  /** Inserts markup at the cursor as one undo step; drops what a report may not hold. */
  insert: (html: string) => void
  /** The same for a sentence: inserts a space first if there is a word right before it. */
  insertSentence: (html: string) => void
  /** Selects an open field of a template by its index in this text; -1 is the last one. */
  selectField: (at: number) => void
  /** Selects the first of `found` in a sentence of the text; if it is gone, only focuses the editor. */
  selectWords: (sentence: string, found: readonly string[]) => void
}

export interface RichTextProps {
  /** Name of the field for screen readers. */
  label: string
  /** Markup that a report may hold; read when the editor opens and whenever `version` changes. */
  value: string
  /** A new number means that `value` was changed from outside: the text is replaced, and undo restores the old one. */
  version: number
  /** Something else takes the last change from outside back: it is no step of the editor's undo. */
  isUndoneElsewhere?: boolean
  /** Called at each pause in typing, on blur and at flush; never at each key. */
  onChange: (html: string) => void
  /** True from a key until its text was emitted, and while pictures are being stored. */
  onWaiting?: (waiting: boolean) => void
  images: RichTextImages
  /** Hides the picture button, if `keep` accepts none. */
  isWithoutPictures?: boolean
  /** Snippets to pick from the toolbar or type by name; `loading` while they load. */
  shortcuts?: GivenShortcuts
  /**
   * Makes brackets `[[...]]` fields that Tab moves between; called if this text has none in that direction, it may move
   * to another text and returns whether it did. Whether it is given is read only when the editor opens.
   */
  onLeaveFields?: (direction: FieldDirection) => boolean
  /** Shown beside a selected number field: known information about it from elsewhere. */
  besideNumber?: (field: NumberField) => ReactNode
  /** Lets arrow keys leave the text; called at its first and last line, and returns whether another text took over. */
  onLeaveText?: (direction: LeaveDirection) => boolean
  /** The cursor entered the text. */
  onFocus?: () => void
  /** The placeholder of an empty text. */
  placeholder?: string
  /**
   * Where to render the toolbar, for texts that share one place for it; undefined renders it above the text, null
   * nowhere, because another text has the cursor.
   */
  toolbarIn?: HTMLElement | null | undefined
  readOnly?: boolean
  ref?: Ref<RichTextHandle>
}

/** The editor of a report's text: Word paste, pictures, tables, undo; its output passes `parseMarkup`. */
export function RichText({ ref, ...props }: RichTextProps) {
  const { editor, paste, insert } = useReportEditor(props, ref)
  if (!editor) return null
  const { readOnly, toolbarIn } = props
  const toolbar =
    readOnly || toolbarIn === null ? null : (
      <Toolbar
        editor={editor}
        onPickImages={
          props.isWithoutPictures ? undefined : (files) => void insertPictures(editor.view, files, paste)
        }
        shortcuts={props.shortcuts}
        onPickShortcut={({ html }) => insert(html)}
      />
    )
  return (
    <RichTextEditor
      // The same class: the two packages' types name it once as an ES and once as a CommonJS module.
      editor={editor as unknown as RichTextEditorProps['editor']}
      withCodeHighlightStyles={false}
      classNames={{
        root: classes.root,
        content: `${classes.content} ${text.text}`,
        toolbar: classes.toolbar,
      }}
    >
      {toolbarIn ? createPortal(toolbar, toolbarIn) : toolbar}
      <RichTextEditor.Content />
      {props.onLeaveFields && <FieldPopup editor={editor} besideNumber={props.besideNumber} />}
    </RichTextEditor>
  )
}
