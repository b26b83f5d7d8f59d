import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { RichText, type RichTextImages } from '#src/ui/rich-text/RichText.tsx'
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
export function PartsEditor({ open, part, onPart, images, readOnly }: PartsEditorProps) {
  const { writer, attach } = open
  const { text, version } = useWriterState(writer)
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
          <Tabs.Tab key={one} value={one} fw={isEmptyMarkup(text[one]) ? 400 : 600}>
            {WORDS.parts[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {REPORT_PARTS.map((one) => (
        <Tabs.Panel key={one} value={one} className={classes.partPanel}>
          {visited.has(one) && (
            <RichText
              ref={(editor) => (editor ? attach(editor) : undefined)}
              label={WORDS.parts[one]}
              value={text[one]}
              version={version}
              onChange={(html) => void writer.type(one, html)}
              onWaiting={(waiting) => writer.setEditorWaiting(one, waiting)}
              images={images}
              readOnly={readOnly}
            />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
