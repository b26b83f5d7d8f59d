import { memo, useCallback, useId, useMemo } from 'react'
import type { NumberField } from '#domain/report/fields/template-field.ts'
import { useShortcuts } from '#src/sync/directory/use-directory.ts'
import { RichText, type RichTextHandle, type RichTextImages } from '#src/ui/rich-text/RichText.tsx'
import type { GivenShortcuts } from '#src/ui/rich-text/shortcuts/typed-shortcuts.ts'
import { CheckList } from '../checks/live/CheckList.tsx'
import type { LiveChecks } from '../checks/live/live-checks.ts'
import { LastMeasured } from '../priors/LastMeasured.tsx'
import type { ReportPart } from '../templates/insert-template.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import type { ReportWriter } from '../writer/report-writer.ts'
import { useWriterState } from '../writer/use-open-report.ts'
import classes from './parts.module.css'
import type { WantedPart } from './wanted-part.ts'

type Direction = 'next' | 'previous'

export interface PartSectionProps {
  part: ReportPart
  /** Whether the cursor was last in this section. */
  isCurrent: boolean
  /** False until its editor is mounted. */
  hasEditor: boolean
  writer: ReportWriter
  checks: LiveChecks
  /** The element for its toolbar; null if another section has the toolbar. */
  toolbarIn: HTMLElement | null
  /** Called when the editor is mounted; returns a cleanup function. */
  onEditor: (part: ReportPart, editor: RichTextHandle) => () => void
  onFocus: (part: ReportPart) => void
  onGo: (place: WantedPart) => void
  onCritical: () => void
  onLeaveFields: (part: ReportPart, direction: Direction) => boolean
  onLeaveText: (part: ReportPart, direction: Direction) => boolean
  images: RichTextImages
  readOnly: boolean
}

/** One part of the report: its name, its text, and the findings of the check before signing. */
export const PartSection = memo(function PartSection(props: PartSectionProps) {
  const { part, isCurrent, hasEditor, checks, onGo, onCritical, readOnly } = props
  const heading = useId()
  return (
    <section
      className={classes.section}
      data-part={part}
      data-current={(isCurrent && !readOnly) || undefined}
      aria-labelledby={heading}
      tabIndex={-1}
    >
      <h2 id={heading} className={classes.name}>
        {WORDS.parts[part]}
      </h2>
      {hasEditor ? <PartText {...props} /> : <div className={classes.text} />}
      <CheckList part={part} checks={checks} onGo={onGo} onCritical={onCritical} />
    </section>
  )
})

function PartText(props: PartSectionProps) {
  const { part, writer, toolbarIn, onEditor, onFocus, onLeaveFields, onLeaveText, images, readOnly } = props
  const version = useWriterState(writer, (state) => state.version)
  const isUndoneElsewhere = useWriterState(writer, (state) => state.isUndoneElsewhere)
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
    <div className={classes.text}>
      <RichText
        ref={ref}
        label={WORDS.parts[part]}
        // Read when the version changes; between two versions, the editor holds the text.
        value={writer.state().text[part]}
        version={version}
        isUndoneElsewhere={isUndoneElsewhere}
        onChange={(html) => void writer.type(part, html)}
        onWaiting={(waiting) => writer.setEditorWaiting(part, waiting)}
        images={images}
        shortcuts={shortcuts}
        onLeaveFields={(direction) => onLeaveFields(part, direction)}
        onLeaveText={(direction) => onLeaveText(part, direction)}
        onFocus={() => onFocus(part)}
        besideNumber={besideNumber}
        placeholder={readOnly ? WORDS.noText : WORDS.placeholders[part]}
        toolbarIn={toolbarIn}
        readOnly={readOnly}
      />
    </div>
  )
}

/** Returns the shared and own text shortcuts in the form that the editor takes. */
function useTextShortcuts(): GivenShortcuts {
  const shortcuts = useShortcuts()
  return useMemo(
    () => shortcuts?.map(({ id, name, description }) => ({ id, name, html: description })) ?? 'loading',
    [shortcuts],
  )
}
