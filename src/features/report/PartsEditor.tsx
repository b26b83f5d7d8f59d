import { Tabs } from '@mantine/core'
import { memo, useCallback, useState } from 'react'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { RichText, type RichTextHandle, type RichTextImages } from '#src/ui/rich-text/RichText.tsx'
import classes from './report.module.css'
import { REPORT_PARTS, type ReportPart } from './templates/insert-template.ts'
import { REPORT_WORDS as WORDS } from './words.ts'
import { type OpenReport, useWriterState } from './writer/use-open-report.ts'

export interface PartsEditorProps {
  open: OpenReport
  part: ReportPart
  onPart: (part: ReportPart) => void
  images: RichTextImages
  readOnly: boolean
}

/** Description, Conclusion and Recommendation, each in its tab; one opened once keeps its undo and its place. */
export const PartsEditor = memo(function PartsEditor({
  open,
  part,
  onPart,
  images,
  readOnly,
}: PartsEditorProps) {
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
          <PartTab key={one} part={one} open={open} />
        ))}
      </Tabs.List>
      {REPORT_PARTS.map((one) => (
        <Tabs.Panel key={one} value={one} className={classes.partPanel}>
          {visited.has(one) && <PartEditor part={one} open={open} images={images} readOnly={readOnly} />}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
})

/** A part that has words stands in bold. */
function PartTab({ part, open }: { part: ReportPart; open: OpenReport }) {
  const isEmpty = useWriterState(open.writer, ({ text }) => isEmptyMarkup(text[part]))
  return (
    <Tabs.Tab value={part} fw={isEmpty ? 400 : 600}>
      {WORDS.parts[part]}
    </Tabs.Tab>
  )
}

type PartEditorProps = Pick<PartsEditorProps, 'part' | 'open' | 'images' | 'readOnly'>

function PartEditor({ part, open: { writer, attach }, images, readOnly }: PartEditorProps) {
  const version = useWriterState(writer, (state) => state.version)
  const ref = useCallback((editor: RichTextHandle | null) => (editor ? attach(editor) : undefined), [attach])
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
      readOnly={readOnly}
    />
  )
}
