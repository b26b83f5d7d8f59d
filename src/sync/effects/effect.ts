import type { BranchItem, DoctorItem, StudyTagItem, UserItem } from '#contract/calls/directory.ts'
import type { NotificationRow } from '#contract/calls/notifications.ts'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { DocumentTagItem } from '#contract/calls/study-parts.ts'
import type { ReceiptRow, VisitRow } from '#contract/calls/visit-records.ts'
import type { MasterKey } from '#contract/masters/engine/keys.ts'
import type { SyncBodyOf, SyncType } from '#contract/records/records.ts'
import type { QueueInput, QueueKey } from '#contract/registry.ts'

/** A record that commands are about. */
export interface RecordRef {
  type: SyncType
  id: string
}

/**
 * What a command changes on one record of the device, at once and until the server's own revision arrives. For a record
 * that does not exist yet, it contains all fields.
 */
export type Patch = {
  [Type in SyncType]: { type: Type; id: string; change: Partial<SyncBodyOf<Type>> }
}[SyncType]

/** The records of the device as shown: copies with the waiting changes. */
export interface LocalRecords {
  findStudy: (id: string) => Promise<StudyRow | undefined>
  findReports: (studyId: string) => Promise<ReportRow[]>
  findDoctor: (id: string) => Promise<DoctorItem | undefined>
  /** Study tags, normal and critical. */
  findTags: () => Promise<StudyTagItem[]>
  findDocumentTag: (id: string) => Promise<DocumentTagItem | undefined>
  /** Media type of a file on this device. */
  findFileType: (id: string) => Promise<string | undefined>
  findVisit: (id: string) => Promise<VisitRow | undefined>
  findReceipts: (visitId: string) => Promise<ReceiptRow[]>
  findPatient: (id: string) => Promise<PatientRow | undefined>
  findBranch: (id: string) => Promise<BranchItem | undefined>
  /** The client's name of this device; empty until the server has sent it. */
  findDeviceName: () => Promise<string>
  findPerson: (id: string) => Promise<UserItem | undefined>
  /** The user's notifications. */
  findNotifications: () => Promise<NotificationRow[]>
  /** A master's record from the device's copy; its shape depends on the master's key. */
  findMaster: (key: MasterKey, id: string) => Promise<Readonly<Record<string, unknown>> | undefined>
}

/** The acting user, and the time by the device's clock. */
export interface Author {
  userId: string
  name: string
  at: string
}

/** How the device handles one kind of queued call. */
export interface Effect<K extends QueueKey> {
  /** The record that the command's base is a revision of. */
  record: (input: QueueInput<K>) => RecordRef
  /** True for an automatic save: a later one replaces it while it waits. */
  isAuto: (input: QueueInput<K>) => boolean
  patches: (input: QueueInput<K>, local: LocalRecords, author: Author) => Promise<Patch[]>
}

/** The effects of some calls, for the table of all (effects.ts). */
export type EffectsOf<K extends QueueKey> = { [Key in K]: Effect<Key> }

/** The study that an input names. */
export const studyOf = (input: { study_id: string }): RecordRef => ({ type: 'study', id: input.study_id })

/** For calls that only users make. */
export const byPerson = () => false
