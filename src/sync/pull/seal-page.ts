import type { SyncRow, SyncType } from '#contract/calls/sync.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { bookingCopy, notificationCopy, patientCopy, reportCopy, studyCopy, visitCopy } from './copies.ts'

type Put<T extends SyncType> = Extract<SyncRow, { type: T; op: 'put' }>

const plainCopy = <Body>({
  id,
  rev,
  scope,
  body,
}: {
  id: string
  rev: number
  scope: string
  body: Body
}) => ({
  id,
  rev,
  scope,
  body,
})

const partCopy = <Body extends { study_id: string }>(row: {
  id: string
  rev: number
  scope: string
  body: Body
}) => ({ ...plainCopy(row), study: row.body.study_id })

const visitPartCopy = <Body extends { appt_id: string }>(row: {
  id: string
  rev: number
  scope: string
  body: Body
}) => ({ ...plainCopy(row), visit: row.body.appt_id })

/** How a row of the feed is sealed for its table; a new type does not compile without an entry. */
const SEAL: { [T in SyncType]: (databases: Databases, row: Put<T>) => Promise<CopyRow> } = {
  study: ({ studies }, row) => studies.seal(studyCopy(row.body, row.scope)),
  report: ({ reports }, row) => reports.seal(reportCopy(row.body, row.scope)),
  branch: ({ branches }, row) => branches.seal(plainCopy(row)),
  doctor: ({ doctors }, row) => doctors.seal(plainCopy(row)),
  tag: ({ tags }, row) => tags.seal(plainCopy(row)),
  template: ({ templates }, row) => templates.seal(plainCopy(row)),
  shortcut: ({ shortcuts }, row) => shortcuts.seal(plainCopy(row)),
  document_tag: ({ documentTags }, row) => documentTags.seal(plainCopy(row)),
  master: ({ masters }, row) => masters.seal({ ...plainCopy(row), kind: row.body.kind }),
  comment: ({ comments }, row) => comments.seal(partCopy(row)),
  document: ({ documents }, row) => documents.seal(partCopy(row)),
  addendum: ({ addenda }, row) => addenda.seal(partCopy(row)),
  booklet: ({ booklets }, row) => booklets.seal(partCopy(row)),
  critical: ({ criticals }, row) => criticals.seal(partCopy(row)),
  person: ({ people }, row) => people.seal(plainCopy(row)),
  patient: ({ patients }, row) => patients.seal(patientCopy(row.body, row.scope)),
  visit: ({ visits }, row) => visits.seal(visitCopy(row.body, row.scope)),
  booking_request: ({ bookingRequests }, row) => bookingRequests.seal(bookingCopy(row.body, row.scope)),
  receipt: ({ receipts }, row) => receipts.seal(visitPartCopy(row)),
  refund: ({ refunds }, row) => refunds.seal(visitPartCopy(row)),
  visit_comment: ({ visitComments }, row) => visitComments.seal(visitPartCopy(row)),
  visit_document: ({ visitDocuments }, row) => visitDocuments.seal(visitPartCopy(row)),
  treatment: ({ treatments }, row) => treatments.seal(visitPartCopy(row)),
  prescription: ({ prescriptions }, row) => prescriptions.seal(visitPartCopy(row)),
  consent: ({ consents }, row) => consents.seal(visitPartCopy(row)),
  notification: ({ notifications }, row) => notifications.seal(notificationCopy(row.body, row.scope)),
}

/** A change of one copy, ready to write: a sealed row, or an id that the reader can no longer access. */
export type CopyChange = { type: SyncType; id: string; row: CopyRow | undefined }

/** Seals the rows of a page, in order. */
export function sealPage(databases: Databases, rows: readonly SyncRow[]): Promise<CopyChange[]> {
  return Promise.all(
    rows.map(async (row) => {
      if (row.op === 'leave') return { type: row.type, id: row.id, row: undefined }
      const seal = SEAL[row.type] as (databases: Databases, row: SyncRow) => Promise<CopyRow>
      return { type: row.type, id: row.id, row: await seal(databases, row) }
    }),
  )
}
