import * as z from 'zod/mini'
import { EntityId } from '../kernel/fields.ts'
import { Paper } from './paper.ts'
import { ReportRow } from './reports.ts'
import { StudyRow } from './studies.ts'

/**
 * A filed report with all data of its paper, for outsiders: a patient, a referrer, a stranger with a link. It contains
 * only those parts of the study that are on the paper.
 */
export const FiledReport = z.object({
  study: StudyRow,
  reports: z.array(ReportRow),
  paper: Paper,
  /** Short-lived signed links to the files of the paper, for readers without a session. */
  files: z.array(z.object({ id: EntityId, url: z.string() })),
  time_zone: z.string(),
})
export type FiledReport = z.output<typeof FiledReport>
