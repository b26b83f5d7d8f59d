import * as z from 'zod/mini'
import { EntityId } from '../kernel/fields.ts'
import { Paper } from './paper.ts'
import { ReportRow } from './reports.ts'
import { StudyRow } from './studies.ts'

/**
 * A filed report with all that its paper is made from, for people outside of the house: a patient, a referrer, a stranger
 * with a link. Of the study it holds only what stands on the paper.
 */
export const FiledReport = z.object({
  study: StudyRow,
  reports: z.array(ReportRow),
  paper: Paper,
  /** Short-lived signed links to the files that the paper names and the reader has no session for. */
  files: z.array(z.object({ id: EntityId, url: z.string() })),
  time_zone: z.string(),
})
export type FiledReport = z.output<typeof FiledReport>
