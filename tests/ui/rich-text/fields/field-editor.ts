import { Editor } from '@tiptap/core'
import { vi } from 'vitest'
import { reportExtensions } from '#src/ui/rich-text/extensions/report-extensions.ts'
import { completeUnits } from '#src/ui/rich-text/fields/complete-units.ts'
import type { FieldDirection } from '#src/ui/rich-text/fields/field-tab.ts'

/** Opens an editor whose text has fields, with keyboard input. */
export function openFieldEditor(content: string, isLedOn = false) {
  const leave = vi.fn<(direction: FieldDirection) => boolean>(() => isLedOn)
  const editor = new Editor({
    extensions: reportExtensions(
      async () => undefined,
      () => [{ id: '1', name: 'lungs', html: 'Lungs clear.' }],
      { leave },
    ),
    content,
  })
  editor.commands.setTextSelection(1)
  const press = (key: string, modifiers: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, code: key, cancelable: true, ...modifiers })
    return editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event)) ?? false
  }
  /** Types letters one by one, as the browser hands them to the editor. */
  const type = (text: string) => {
    for (const letter of text) {
      const { from, to } = editor.state.selection
      const isTaken = editor.view.someProp('handleTextInput', (handle) =>
        handle(editor.view, from, to, letter, () => editor.state.tr),
      )
      if (!isTaken) editor.view.dispatch(editor.state.tr.insertText(letter))
    }
  }
  return {
    editor,
    leave,
    press,
    type,
    tab: () => press('Tab'),
    back: () => press('Tab', { shiftKey: true }),
    text: () => editor.getText({ blockSeparator: '\n' }),
    selected: () => {
      const { from, to } = editor.state.selection
      return editor.state.doc.textBetween(from, to)
    },
    complete: () => completeUnits(editor.view),
    /** Returns the text shown with a kind of mark. */
    marked: (kind: string) =>
      [...editor.view.dom.querySelectorAll(`[data-field="${kind}"]`)].map((one) => one.textContent).join(''),
    screen: () => editor.view.dom.textContent ?? '',
  }
}
