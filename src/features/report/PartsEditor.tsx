import { Tabs } from '@mantine/core'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { NumberField } from '#domain/report/fields/template-field.ts'
import { useShortcuts } from '#src/sync/directory/use-directory.ts'
import type { FieldDirection } from '#src/ui/rich-text/fields/field-tab.ts'
import { RichText, type RichTextHandle, type RichTextImages } from '#src/ui/rich-text/RichText.tsx'
import type { GivenShortcuts } from '#src/ui/rich-text/shortcuts/typed-shortcuts.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { whenUncovered } from '#src/ui/when-uncovered.ts'
import { LastMeasured } from './priors/LastMeasured.tsx'
import classes from './report.module.css'
import { partWithFields, REPORT_PARTS, type ReportPart } from './templates/insert-template.ts'
import { REPORT_WORDS as WORDS } from './words.ts'
import { isEmptyText } from './writer/empty-text.ts'
import type { ReportWriter } from './writer/report-writer.ts'
import { type OpenReport, useWriterState } from './writer/use-open-report.ts'

export interface WantedPart {
  part: ReportPart
  /** An open field of the part that is selected, by its number; the last one by -1. */
  field?: number
}

export interface PartsEditorProps {
  open: OpenReport
  part: ReportPart
  onPart: (part: ReportPart) => void
  /**
   * A part whose editor takes the cursor, once nothing lies over the page: asked for by the keyboard, or because the report
   * was opened. A new object is a new wish.
   */
  wanted: WantedPart | undefined
  onWanted: (wanted: WantedPart) => void
  images: RichTextImages
  readOnly: boolean
}

/** Description, Conclusion and Recommendation, each in its tab; one opened once keeps its undo and its place. */
export const PartsEditor = memo(function PartsEditor({
  open,
  part,
  onPart,
  wanted,
  onWanted,
  images,
  readOnly,
}: PartsEditorProps) {
  const { writer, attach } = open
  const editors = useRef<Partial<Record<ReportPart, RichTextHandle>>>({})
  useEffect(() => {
    if (!wanted) return undefined
    const { part: wantedPart, field } = wanted
    return whenUncovered(() => {
      const editor = editors.current[wantedPart]
      if (field === undefined) editor?.focus()
      else editor?.selectField(field)
    })
  }, [wanted])
  const onLeaveFields = useStableCallback((from: ReportPart, direction: FieldDirection) => {
    const next = partWithFields(writer.state().text, from, direction)
    if (next) onWanted({ part: next, field: direction === 'next' ? 0 : -1 })
    return next !== undefined
  })
  const onEditor = useCallback(
    (one: ReportPart, editor: RichTextHandle) => {
      editors.current[one] = editor
      const detach = attach(one, editor)
      return () => {
        delete editors.current[one]
        detach()
      }
    },
    [attach],
  )
  const [visited, setVisited] = useState<ReadonlySet<ReportPart>>(new Set([part]))
  if (!visited.has(part)) setVisited(new Set([...visited, part]))
  return (
    <Tabs
      className={classes.parts}
      value={part}
      onChange={(value) => value && onPart(value as ReportPart)}
      keepMounted
    >
      <Tabs.List aria-label={WORDS.partsLabel} px="md">
        {REPORT_PARTS.map((one) => (
          <PartTab key={one} part={one} writer={writer} />
        ))}
      </Tabs.List>
      {REPORT_PARTS.map((one) => (
        <Tabs.Panel key={one} value={one} className={classes.partPanel}>
          {visited.has(one) && (
            <PartEditor
              part={one}
              writer={writer}
              onEditor={onEditor}
              onLeaveFields={onLeaveFields}
              images={images}
              readOnly={readOnly}
            />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
})

/** A part that has words stands in bold. */
function PartTab({ part, writer }: { part: ReportPart; writer: ReportWriter }) {
  const isEmpty = useWriterState(writer, ({ text }) => isEmptyText(text[part]))
  return (
    <Tabs.Tab value={part} fw={isEmpty ? 400 : 600}>
      {WORDS.parts[part]}
    </Tabs.Tab>
  )
}

interface PartEditorProps extends Pick<PartsEditorProps, 'part' | 'images' | 'readOnly'> {
  writer: ReportWriter
  /** Told when the editor stands there; returns what is to be done when it goes. */
  onEditor: (part: ReportPart, editor: RichTextHandle) => () => void
  onLeaveFields: (part: ReportPart, direction: FieldDirection) => boolean
}

function PartEditor({ part, writer, onEditor, onLeaveFields, images, readOnly }: PartEditorProps) {
  const version = useWriterState(writer, (state) => state.version)
  const shortcuts = useTextShortcuts()
  const besideNumber = useCallback(
    (field: NumberField) => <LastMeasured studyId={writer.draft().study_id} field={field} />,
    [writer],
  )
  const ref = useCallback(
    (editor: RichTextHandle | null) => (editor ? onEditor(part, editor) : undefined),
    [onEditor, part],
  )
  return (
    <RichText
      ref={ref}
      label={WORDS.parts[part]}
      // Read where the version changes; between two versions the editor itself is the text.
      value={writer.state().text[part]}
      version={version}
      onChange={(html) => void writer.type(part, html)}
      onWaiting={(waiting) => writer.setEditorWaiting(part, waiting)}
      images={images}
      shortcuts={shortcuts}
      onLeaveFields={(direction) => onLeaveFields(part, direction)}
      besideNumber={besideNumber}
      readOnly={readOnly}
    />
  )
}

/** Everybody's snippets and one's own, as the editor takes them. */
function useTextShortcuts(): GivenShortcuts {
  const shortcuts = useShortcuts()
  return useMemo(
    () => shortcuts?.map(({ id, name, description }) => ({ id, name, html: description })) ?? 'loading',
    [shortcuts],
  )
}
