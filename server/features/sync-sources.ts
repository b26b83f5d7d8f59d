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
import { addendumSource } from './reports/addendum-store.ts'
import { reportSource } from './reports/sync-source.ts'
import { studySource } from './studies/sync-source.ts'
import { visitCommentSource, visitDocumentSource } from './visit-parts/sync-sources.ts'
import { visitSource } from './visits/sync-source.ts'

/** The records that devices keep copies of, in the order in which a new device receives them. */
export const SYNC_SOURCES = [
  branchSource,
  doctorSource,
  tagSource,
  templateSource,
  shortcutSource,
  documentTagSource,
  masterSource,
  personSource,
  patientSource,
  studySource,
  reportSource,
  commentSource,
  documentSource,
  criticalSource,
  bookletSource,
  addendumSource,
  consentSource,
  bookingSource,
  visitSource,
  visitCommentSource,
  visitDocumentSource,
  treatmentSource,
  prescriptionSource,
  receiptSource,
  refundSource,
  notificationSource,
] as const
