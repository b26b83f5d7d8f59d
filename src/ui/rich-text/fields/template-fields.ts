import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { chooseByKey, chooseByLetters, openListOf } from './choose.ts'
import { unitsOfLeft } from './complete-units.ts'
import { fieldMarks } from './field-marks.ts'
import { beginState, FIELDS_KEY, type FieldState, fieldStateOf, nextState } from './field-state.ts'
import { type FieldDirection, goByTab, selectRange } from './field-tab.ts'

declare module '@tiptap/core' {
  interface Storage {
    /** The id of the list of choices, unique per editor. */
    templateFields: { listId: string }
  }
}

export interface TemplateFieldsOptions {
  /** Moves to another text of the report if this one has no field in that direction; returns whether it did. */
  leave: (direction: FieldDirection) => boolean
}

let editors = 0

/** Ids of a list and its choices, for screen readers. */
export const choiceId = (listId: string, at: number) => `${listId}-${at}`

/**
 * Fields of a template in a report (docs/reports.md#fields-of-a-template). They are plain characters of the text:
 * saving, comparing and printing know nothing about them.
 */
export const TemplateFields = Extension.create<TemplateFieldsOptions, { listId: string }>({
  name: 'templateFields',
  // After typed shortcuts, before Tab in tables and lists.
  priority: 900,
  addOptions: () => ({ leave: () => false }),
  addStorage: () => ({ listId: `template-choices-${++editors}` }),
  addProseMirrorPlugins() {
    const { listId } = this.storage
    const leave = (direction: FieldDirection) => this.options.leave(direction)
    return [
      new Plugin<FieldState>({
        key: FIELDS_KEY,
        state: {
          init: (_, { doc }) => beginState(doc),
          apply: nextState,
        },
        appendTransaction: (changes, _, state) =>
          changes.some((tr) => tr.selectionSet || tr.docChanged) ? unitsOfLeft(state) : null,
        props: {
          decorations: fieldMarks,
          handleKeyDown: (view, event) => view.editable && !view.composing && takeKey(view, event, leave),
          handleTextInput: (view, _from, _to, text) => !view.composing && chooseByLetters(view, text),
          handleClick: selectClicked,
          attributes: (state): Record<string, string> => {
            const at = openListOf(state)?.choosing.at
            if (!openListOf(state)) return {}
            return {
              'aria-controls': listId,
              ...(at !== undefined && { 'aria-activedescendant': choiceId(listId, at) }),
            }
          },
        },
      }),
    ]
  },
})

function takeKey(
  view: EditorView,
  event: KeyboardEvent,
  leave: (direction: FieldDirection) => boolean,
): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (ctrlKey || metaKey || altKey) return false
  if (key === 'Tab') return goByTab(view, shiftKey ? 'previous' : 'next', leave)
  return !shiftKey && chooseByKey(view, event)
}

/** A click into an open field selects all of it. */
function selectClicked(view: EditorView, pos: number): boolean {
  const place = view.editable && fieldStateOf(view.state)?.open.find(({ from, to }) => from < pos && pos < to)
  if (!place) return false
  selectRange(view, place)
  return true
}
