import '@mantine/tiptap/styles.layer.css'
import { RichTextEditor, type RichTextEditorProps } from '@mantine/tiptap'
import type { Editor } from '@tiptap/react'
import type { ReactNode, Ref } from 'react'
import type { NumberField } from '#domain/report/fields/template-field.ts'
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

/** Where the pictures of a text are kept and found. */
export interface RichTextImages {
  keep: KeepImage
  load: LoadImage
}

export interface RichTextHandle {
  /** The editor itself, for what speaks to it directly (dictation); null until it stands there. */
  editor: Editor | null
  /** Gives out what was typed since the last pause, before something reads the text. */
  flush: () => void
  focus: () => void
  /** Puts markup where the cursor stands, as one step for undo; what a report may not hold is left out of it. */
  insert: (html: string) => void
  /** The same with a sentence: a blank goes before it where words stand right before. */
  insertSentence: (html: string) => void
  /** Selects an open field of a template by its number among those of this text, the last one by -1. */
  selectField: (at: number) => void
}

export interface RichTextProps {
  /** Name of the field for screen readers. */
  label: string
  /** Markup that a report may hold; read when the editor opens and whenever `version` changes. */
  value: string
  /** Another value means that `value` was changed from outside: the text is set anew, undo leads back. */
  version: number
  /** Told at each pause in typing, on leaving the field and at flush; never at each key. */
  onChange: (html: string) => void
  /** True from a key until its text was given out, and while pictures are on their way. */
  onWaiting?: (waiting: boolean) => void
  images: RichTextImages
  /** Leaves the button for pictures out, where `keep` takes none. */
  isWithoutPictures?: boolean
  /** Snippets that are picked from the toolbar or typed by their name; `loading` while they are being read. */
  shortcuts?: GivenShortcuts
  /**
   * Brackets `[[...]]` are fields here, and Tab goes between them; called where this text has none in that direction, it
   * may go on to another text and returns whether it did. Read when the editor opens whether it is given at all.
   */
  onLeaveFields?: (direction: FieldDirection) => boolean
  /** Shown beside a field of a number while it is selected: what is known of it from elsewhere. */
  besideNumber?: (field: NumberField) => ReactNode
  readOnly?: boolean
  ref?: Ref<RichTextHandle>
}

/** The editor of a report's text: Word paste, pictures, tables, undo; what it gives out passes `parseMarkup`. */
export function RichText({ ref, ...props }: RichTextProps) {
  const { editor, paste, insert } = useReportEditor(props, ref)
  if (!editor) return null
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
      {!props.readOnly && (
        <Toolbar
          editor={editor}
          onPickImages={
            props.isWithoutPictures ? undefined : (files) => void insertPictures(editor.view, files, paste)
          }
          shortcuts={props.shortcuts}
          onPickShortcut={({ html }) => insert(html)}
        />
      )}
      <RichTextEditor.Content />
      {props.onLeaveFields && <FieldPopup editor={editor} besideNumber={props.besideNumber} />}
    </RichTextEditor>
  )
}
