import type { BranchItem, DoctorItem, StudyTagItem, UserItem } from '#contract/calls/directory.ts'
import type { NotificationRow } from '#contract/calls/notifications.ts'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { DocumentTagItem } from '#contract/calls/study-parts.ts'
import type { SyncBodyOf, SyncType } from '#contract/calls/sync.ts'
import type { ReceiptRow, VisitRow } from '#contract/calls/visit-records.ts'
import type { MasterKey } from '#contract/masters/keys.ts'
import type { QueueInput, QueueKey } from '#contract/registry.ts'

/** A record that commands are about. */
export interface RecordRef {
  type: SyncType
  id: string
}

/**
 * What a command changes on one record of the device, at once and until the server's own revision is here. A record
 * that does not exist yet is given whole.
 */
export type Patch = {
  [Type in SyncType]: { type: Type; id: string; change: Partial<SyncBodyOf<Type>> }
}[SyncType]

/** The records of the device as they are shown: copies with the changes that wait. */
export interface LocalRecords {
  findStudy: (id: string) => Promise<StudyRow | undefined>
  findReports: (studyId: string) => Promise<ReportRow[]>
  findDoctor: (id: string) => Promise<DoctorItem | undefined>
  /** Study tags, normal and critical. */
  findTags: () => Promise<StudyTagItem[]>
  findDocumentTag: (id: string) => Promise<DocumentTagItem | undefined>
  /** Media type of a file that this device holds. */
  findFileType: (id: string) => Promise<string | undefined>
  findVisit: (id: string) => Promise<VisitRow | undefined>
  findReceipts: (visitId: string) => Promise<ReceiptRow[]>
  findPatient: (id: string) => Promise<PatientRow | undefined>
  findBranch: (id: string) => Promise<BranchItem | undefined>
  /** As the house calls this device; empty until the server said so. */
  findDeviceName: () => Promise<string>
  findPerson: (id: string) => Promise<UserItem | undefined>
  /** The person's notifications. */
  findNotifications: () => Promise<NotificationRow[]>
  /** A master's record as the device's copy has it; the caller names the shape by the master's key. */
  findMaster: (key: MasterKey, id: string) => Promise<Readonly<Record<string, unknown>> | undefined>
}

/** Who does it, and when by the device's clock. */
export interface Author {
  userId: string
  name: string
  at: string
}

/** How the device treats one kind of queued call. */
export interface Effect<K extends QueueKey> {
  /** The record that the command's base is a revision of. */
  record: (input: QueueInput<K>) => RecordRef
  /** True for a save that no person asked for: a later one takes its place while it waits. */
  isAuto: (input: QueueInput<K>) => boolean
  patches: (input: QueueInput<K>, local: LocalRecords, author: Author) => Promise<Patch[]>
}

/** The effects of some calls, for the table of all (effects.ts). */
export type EffectsOf<K extends QueueKey> = { [Key in K]: Effect<Key> }

/** The study that an input names. */
export const studyOf = (input: { study_id: string }): RecordRef => ({ type: 'study', id: input.study_id })

/** Of what only persons ask for. */
export const byPerson = () => false
