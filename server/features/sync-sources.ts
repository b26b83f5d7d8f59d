import { SYNC_TYPES, type SyncType } from '#contract/records/records.ts'
import type { AnySyncSource, SyncSource } from '#server/kernel/sync/source.ts'
import { bookingSource } from './bookings/sync-source.ts'
import { bookletSource } from './booklets/sync-source.ts'
import { prescriptionSource, treatmentSource } from './clinical/sync-sources.ts'
import { commentSource } from './comments/sync-source.ts'
import { consentSource } from './consents/sync-source.ts'
import { criticalSource } from './criticals/sync-source.ts'
import {
  branchSource,
  doctorSource,
  documentTagSource,
  personSource,
  shortcutSource,
  tagSource,
  templateSource,
} from './directory/sync-source.ts'
import { documentSource } from './documents/sync-source.ts'
import { masterSource } from './master-copies.ts'
import { notificationSource } from './notifications/sync-source.ts'
import { patientSource } from './patients/sync-source.ts'
import { receiptSource, refundSource } from './payments/sync-source.ts'
import { addendumSource } from './reports/public/addendum-store.ts'
import { reportSource } from './reports/sync-source.ts'
import { studySource } from './studies/sync-source.ts'
import { visitCommentSource, visitDocumentSource } from './visit-parts/sync-sources.ts'
import { visitSource } from './visits/reading/sync-source.ts'

const SOURCE_OF: { readonly [Type in SyncType]: SyncSource<Type> } = {
  branch: branchSource,
  doctor: doctorSource,
  tag: tagSource,
  template: templateSource,
  shortcut: shortcutSource,
  document_tag: documentTagSource,
  master: masterSource,
  person: personSource,
  patient: patientSource,
  study: studySource,
  report: reportSource,
  comment: commentSource,
  document: documentSource,
  critical: criticalSource,
  booklet: bookletSource,
  addendum: addendumSource,
  consent: consentSource,
  booking_request: bookingSource,
  visit: visitSource,
  visit_comment: visitCommentSource,
  visit_document: visitDocumentSource,
  treatment: treatmentSource,
  prescription: prescriptionSource,
  receipt: receiptSource,
  refund: refundSource,
  notification: notificationSource,
}

/** The server's part of every declared record, in the order in which a new device receives them. */
export const SYNC_SOURCES: readonly AnySyncSource[] = SYNC_TYPES.map((type) => SOURCE_OF[type])
