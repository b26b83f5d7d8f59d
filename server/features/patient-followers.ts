import { moveRequests } from './bookings/move-requests.ts'
import { moveConsents } from './consents/move-consents.ts'
import type { PatientFollowers } from './patients/followers.ts'
import { endPortalLinks } from './portal/end-portal-links.ts'
import { moveStudies } from './studies/move-studies.ts'
import { moveVisits, visitsOfPatientChanged } from './visits/public/of-patient.ts'

/** What follows in other folders when a patient changes or is merged. */
export const PATIENT_FOLLOWERS: PatientFollowers = {
  visitsOfPatientChanged,
  moveVisits,
  moveStudies,
  moveConsents,
  moveRequests,
  endPortalLinks,
}
