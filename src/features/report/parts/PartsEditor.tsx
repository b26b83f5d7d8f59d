import { memo, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { whenUncovered } from '#src/ui/dialog/when-uncovered.ts'
import { useHeardKeys } from '#src/ui/keys/heard-keys.ts'
import type { RichTextHandle, RichTextImages } from '#src/ui/rich-text/RichText.tsx'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { useLiveChecks } from '../checks/live/use-live-checks.ts'
import { partWithFields, REPORT_PARTS, type ReportPart } from '../templates/insert-template.ts'
import type { OpenReport } from '../writer/use-open-report.ts'
import { PartMarks } from './PartMarks.tsx'
import { PartSection } from './PartSection.tsx'
import classes from './parts.module.css'
import { useMarkedPart } from './use-marked-part.ts'
import type { WantedPart } from './wanted-part.ts'

export interface PartsEditorProps {
  open: OpenReport
  study: StudyRow
  /** The section in which the cursor last was: text from elsewhere is inserted there. */
  part: ReportPart
  onPart: (part: ReportPart) => void
  /**
   * The place to move the cursor to as soon as nothing covers the page: requested by the keyboard, or because
   * the report was opened. A new object is a new request.
   */
  wanted: WantedPart | undefined
  onWanted: (wanted: WantedPart) => void
  /** Opens the choice of the study's critical tag. */
  onCritical: () => void
  images: RichTextImages
  readOnly: boolean
}

/** Requests that were carried out: a remounted editor does not move the cursor. */
const carriedOut = new WeakSet<WantedPart>()

/** Description, Conclusion and Recommendation below each other on one page, with links to each by name. */
export const PartsEditor = memo(function PartsEditor({
  open,
  study,
  part,
  onPart,
  wanted,
  onWanted,
  onCritical,
  images,
  readOnly,
}: PartsEditorProps) {
  const { writer, attach } = open
  const page = useRef<HTMLDivElement>(null)
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null)
  const editors = useRef<Partial<Record<ReportPart, RichTextHandle>>>({})
  // Renders the text that takes the cursor first; the other editors follow in a deferred render that typing
  // can interrupt.
  const isWhole = useDeferredValue(true, false)
  const [first] = useState(wanted?.part ?? part)
  const checks = useLiveChecks(writer, study, !readOnly)
  const marked = useMarkedPart(page, part)
  useHeardKeys(readOnly ? [] : ['fields'])
  const goTo = useStableCallback((place: WantedPart) => {
    const section = page.current?.querySelector<HTMLElement>(`[data-part="${place.part}"]`)
    if (readOnly && place.isOpening) return
    // Scrolls to its beginning first; if its cursor is then out of sight, the editor scrolls on to it.
    if (!place.isOpening) section?.scrollIntoView?.({ block: 'start' })
    if (readOnly) section?.focus({ preventScroll: true })
    else takeCursor(editors.current[place.part], place)
  })
  useEffect(() => {
    if (!wanted || carriedOut.has(wanted)) return undefined
    return whenUncovered(() => {
      carriedOut.add(wanted)
      goTo(wanted)
    })
  }, [wanted, goTo])
  const onLeaveFields = useStableCallback((from: ReportPart, direction: 'next' | 'previous') => {
    const next = partWithFields(writer.state().text, from, direction)
    if (next) onWanted({ part: next, field: direction === 'next' ? 0 : -1 })
    return next !== undefined
  })
  const onLeaveText = useStableCallback((from: ReportPart, direction: 'next' | 'previous') => {
    const next = REPORT_PARTS[REPORT_PARTS.indexOf(from) + (direction === 'next' ? 1 : -1)]
    const editor = next && editors.current[next]
    editor?.takeCursor(direction === 'next' ? 'start' : 'end')
    return editor !== undefined
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
  return (
    <div className={classes.parts} data-read-only={readOnly || undefined}>
      <PartMarks writer={writer} checks={checks} marked={marked} onPart={(one) => onWanted({ part: one })} />
      <div ref={setToolbar} className={classes.toolbar} />
      {/* Without editors it has no focusable content: to be scrolled by keyboard, the page itself must be focusable. */}
      <div ref={page} className={classes.page} tabIndex={readOnly ? 0 : undefined}>
        {REPORT_PARTS.map((one) => (
          <PartSection
            key={one}
            part={one}
            isCurrent={one === part}
            hasEditor={isWhole || one === first || one === wanted?.part}
            writer={writer}
            checks={checks}
            toolbarIn={one === part ? toolbar : null}
            onEditor={onEditor}
            onFocus={onPart}
            onGo={onWanted}
            onCritical={onCritical}
            onLeaveFields={onLeaveFields}
            onLeaveText={onLeaveText}
            images={images}
            readOnly={readOnly}
          />
        ))}
      </div>
    </div>
  )
})

function takeCursor(editor: RichTextHandle | undefined, { field, words }: WantedPart): void {
  if (words) editor?.selectWords(words.sentence, words.found)
  else if (field === undefined) editor?.focus()
  else editor?.selectField(field)
}
