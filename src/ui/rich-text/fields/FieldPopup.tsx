import { VisuallyHidden } from '@mantine/core'
import { type Editor, useEditorState } from '@tiptap/react'
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef } from 'react'
import type { NumberField, TemplateField } from '#domain/report/fields/template-field.ts'
import { type OpenList, openListOf, takeChoice } from './choose.ts'
import { verdictAt } from './field-marks.ts'
import { placeAround, selectedField } from './field-ranges.ts'
import { fieldStateOf, placesOf } from './field-state.ts'
import classes from './fields.module.css'
import { choiceId } from './template-fields.ts'
import { FIELD_WORDS as WORDS } from './words.ts'

export interface FieldPopupProps {
  editor: Editor
  besideNumber?: ((field: NumberField) => ReactNode) | undefined
}

/** The options of the selected field, below it: its choices, its unit and normal range. */
export function FieldPopup({ editor, besideNumber }: FieldPopupProps) {
  const shown = useEditorState({ editor, selector: () => shownIn(editor) })
  const box = useRef<HTMLDivElement>(null)
  const from = shown?.from
  // Below the field, within the editor's frame.
  useLayoutEffect(() => {
    const popup = box.current
    const frame = popup?.offsetParent
    if (from === undefined || !popup || !frame) return
    const field = editor.view.coordsAtPos(from)
    // A field may wrap at the end of a line.
    const { bottom } = editor.view.coordsAtPos(editor.state.selection.to, -1)
    const { left, top, width } = frame.getBoundingClientRect()
    const most = Math.max(0, width - popup.offsetWidth)
    popup.style.left = `${Math.min(Math.max(0, field.left - left), most)}px`
    popup.style.top = `${bottom - top + 4}px`
  }, [editor, from])
  return (
    <>
      {/* Always mounted, so that new content is announced. */}
      <VisuallyHidden role="status">{shown?.says}</VisuallyHidden>
      {shown?.field && <Popup box={box} editor={editor} shown={shown} besideNumber={besideNumber} />}
    </>
  )
}

interface PopupProps extends FieldPopupProps {
  box: Ref<HTMLDivElement>
  shown: SelectedField
}

function Popup({ box, editor, shown: { field, list }, besideNumber }: PopupProps) {
  const { listId } = editor.storage.templateFields
  return (
    <div ref={box} className={classes.popup}>
      <p className={classes.label}>{field.label}</p>
      {list && field.kind === 'choice' && (
        <Choices
          listId={listId}
          label={field.label}
          choices={field.choices}
          at={list.choosing.at}
          onTake={(at) => {
            const open = openListOf(editor.state)
            if (open) takeChoice(editor.view, open.place, at)
            editor.view.focus()
          }}
        />
      )}
      <p className={classes.hint}>
        {WORDS.hint(field)} {field.kind === 'number' && besideNumber?.(field)}
      </p>
    </div>
  )
}

interface SelectedField {
  field: TemplateField
  from: number
  list: OpenList | undefined
  /** Announcement for screen readers. */
  says: string
}

/** The selected field; for a value being typed, only its announcement. */
function shownIn(
  editor: Editor,
): SelectedField | { field?: undefined; from?: undefined; says: string } | undefined {
  if (editor.isDestroyed || !editor.isEditable || !editor.isFocused) return undefined
  const { state } = editor
  const fields = fieldStateOf(state)
  if (!fields) return undefined
  const place = selectedField(state, placesOf(fields))
  if (place) {
    const { field, from } = place
    return { field, from, list: openListOf(state), says: `${field.label}. ${WORDS.hint(field)}` }
  }
  const typed = placeAround(state, fields.filled)
  const verdict = typed && verdictAt(state, typed)
  return verdict === undefined ? undefined : { says: `${typed?.field.label}: ${verdict}` }
}

interface ChoicesProps {
  listId: string
  label: string
  choices: readonly string[]
  at: number | undefined
  onTake: (at: number) => void
}

/** The focus stays in the text, which names the highlighted choice. */
function Choices({ listId, label, choices, at, onTake }: ChoicesProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (at !== undefined) list.current?.children[at]?.scrollIntoView?.({ block: 'nearest' })
  }, [at])
  return (
    <ul ref={list} id={listId} role="listbox" aria-label={WORDS.choices(label)} className={classes.list}>
      {choices.map((choice, index) => (
        <li
          key={choice}
          id={choiceId(listId, index)}
          role="option"
          aria-selected={index === at}
          className={classes.choice}
          // Keeps the cursor in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(index)}
        >
          {choice}
        </li>
      ))}
    </ul>
  )
}
