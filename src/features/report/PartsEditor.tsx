import { Tabs } from '@mantine/core'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShortcuts } from '#src/sync/directory/use-directory.ts'
import { RichText, type RichTextHandle, type RichTextImages } from '#src/ui/rich-text/RichText.tsx'
import type { GivenShortcuts } from '#src/ui/rich-text/shortcuts/typed-shortcuts.ts'
import { whenUncovered } from '#src/ui/when-uncovered.ts'
import classes from './report.module.css'
import { REPORT_PARTS, type ReportPart } from './templates/insert-template.ts'
import { REPORT_WORDS as WORDS } from './words.ts'
import { isEmptyText } from './writer/empty-text.ts'
import type { ReportWriter } from './writer/report-writer.ts'
import { type OpenReport, useWriterState } from './writer/use-open-report.ts'

export interface PartsEditorProps {
  open: OpenReport
  part: ReportPart
  onPart: (part: ReportPart) => void
  /**
   * A part whose editor takes the cursor, once nothing lies over the page: asked for by the keyboard, or because the report
   * was opened. A new object is a new wish.
   */
  wanted: { part: ReportPart } | undefined
  images: RichTextImages
  readOnly: boolean
}

/** Description, Conclusion and Recommendation, each in its tab; one opened once keeps its undo and its place. */
export const PartsEditor = memo(function PartsEditor({
  open,
  part,
  onPart,
  wanted,
  images,
  readOnly,
}: PartsEditorProps) {
  const { writer, attach } = open
  const editors = useRef<Partial<Record<ReportPart, RichTextHandle>>>({})
  useEffect(() => {
    if (!wanted) return undefined
    return whenUncovered(() => editors.current[wanted.part]?.focus())
  }, [wanted])
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
            <PartEditor part={one} writer={writer} onEditor={onEditor} images={images} readOnly={readOnly} />
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
}

function PartEditor({ part, writer, onEditor, images, readOnly }: PartEditorProps) {
  const version = useWriterState(writer, (state) => state.version)
  const shortcuts = useTextShortcuts()
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
