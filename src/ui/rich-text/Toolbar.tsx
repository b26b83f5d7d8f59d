import { FileButton } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconPhoto } from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { acceptOf } from '#domain/file/limits.ts'
import { ShortcutPicker } from './shortcuts/ShortcutPicker.tsx'
import type { GivenShortcuts, TextShortcut } from './shortcuts/typed-shortcuts.ts'
import { RICH_TEXT_WORDS as WORDS } from './words.ts'

export interface ToolbarProps {
  editor: Editor
  /** Absent if the text takes no pictures. */
  onPickImages: ((files: File[]) => void) | undefined
  /** Absent if there are none to pick from. */
  shortcuts: GivenShortcuts | undefined
  onPickShortcut: (shortcut: TextShortcut) => void
}

/** Formatting of a report; table controls appear while the cursor is in a table. */
export function Toolbar({ editor, onPickImages, shortcuts, onPickShortcut }: ToolbarProps) {
  const isInTable = useEditorState({
    editor,
    selector: () => !editor.isDestroyed && editor.isActive('table'),
  })
  return (
    <RichTextEditor.Toolbar sticky role="toolbar" aria-label={WORDS.toolbar}>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Superscript />
        <RichTextEditor.Subscript />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H1 />
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.AlignLeft />
        <RichTextEditor.AlignCenter />
        <RichTextEditor.AlignRight />
        <RichTextEditor.AlignJustify />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.TableInsert />
        {onPickImages && <ImageControl onPick={onPickImages} />}
        {shortcuts && <ShortcutPicker shortcuts={shortcuts} onPick={onPickShortcut} />}
      </RichTextEditor.ControlsGroup>
      {isInTable && <TableControls />}
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}

function TableControls() {
  return (
    <RichTextEditor.ControlsGroup>
      <RichTextEditor.TableRowBefore />
      <RichTextEditor.TableRowAfter />
      <RichTextEditor.TableRowDelete />
      <RichTextEditor.TableColumnBefore />
      <RichTextEditor.TableColumnAfter />
      <RichTextEditor.TableColumnDelete />
      <RichTextEditor.TableMergeCells />
      <RichTextEditor.TableSplitCell />
      <RichTextEditor.TableToggleHeaderRow />
      <RichTextEditor.TableDelete />
    </RichTextEditor.ControlsGroup>
  )
}

function ImageControl({ onPick }: { onPick: (files: File[]) => void }) {
  return (
    <FileButton multiple accept={acceptOf('editorImage')} onChange={onPick}>
      {({ onClick }) => (
        <RichTextEditor.Control onClick={onClick} aria-label={WORDS.insertImage} title={WORDS.insertImage}>
          <IconPhoto size={16} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
      )}
    </FileButton>
  )
}
