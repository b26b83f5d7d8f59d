import type { AddendumRow } from '#contract/calls/study-parts.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { type ShownPart, useStudyParts } from '#src/sync/study-parts/use-study-parts.ts'
import type { LoadImage } from '#src/ui/rich-text/extensions/stored-image.ts'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import classes from './addendum.module.css'
import { ADDENDUM_WORDS as WORDS } from './words.ts'

export type ShownAddendum = ShownPart<'addendum'>

/** Returns the addenda of a study in order of signing; only those of one report if it is given. */
export function useAddenda(studyId: string, reportId?: string): readonly ShownAddendum[] {
  const { rows = [] } = useStudyParts('addendum', studyId)
  return rows
    .filter((row) => reportId === undefined || row.report_id === reportId)
    .toSorted((a, b) => a.signed_on.localeCompare(b.signed_on) || a.id.localeCompare(b.id))
}

export interface AddendaProps {
  studyId: string
  /** Only those of this report. */
  reportId?: string
  loadImage: LoadImage
}

/** The addenda of a signed report, shown under its text. */
export function Addenda({ studyId, reportId, loadImage }: AddendaProps) {
  const addenda = useAddenda(studyId, reportId)
  return addenda.map((addendum) => (
    <section key={addendum.id} className={classes.addendum} aria-label={headingOf(addendum)}>
      <h3 className={classes.heading}>{headingOf(addendum)}</h3>
      {addendum.isWaiting && <p className={classes.waiting}>{WORDS.notFiled}</p>}
      <ReportText html={addendum.content} loadImage={loadImage} />
    </section>
  ))
}

const headingOf = ({ signed_by, signed_on }: AddendumRow) =>
  WORDS.heading(signed_by, formatDateTime(new Date(signed_on), branchZone()))
