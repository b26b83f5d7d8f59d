import type { Context } from '#server/kernel/context.ts'
import type { RecordMove } from '#server/kernel/database/record-move.ts'

type Mover = (ctx: Context, move: RecordMove) => Promise<string[]>

/**
 * What the folders of other records do when a patient changes or is merged. They import this folder, so this one is
 * given their functions (server/features/patient-followers.ts).
 */
export interface PatientFollowers {
  /** Announces the recent visits, which show some fields of the patient. */
  visitsOfPatientChanged: (ctx: Context, patientId: string) => Promise<void>
  moveVisits: Mover
  moveStudies: Mover
  moveConsents: Mover
  moveRequests: Mover
  /** Revokes every automatic sign-in link of the patient's own user. */
  endPortalLinks: (ctx: Context, patientId: string, userId: string) => Promise<void>
}
