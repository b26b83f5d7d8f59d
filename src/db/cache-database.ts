import { Dexie, type Table } from 'dexie'
import type { MasterKey } from '#contract/masters/keys.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import type { Stored } from './repository.ts'

/** A copy of a server record: it stays while the session has `scope`, the one it was last sent under. */
export interface CopyRow extends Stored {
  scope: string
}

/** A study with the clear fields that its lists need. Times are milliseconds. */
export interface StudyCopy extends CopyRow {
  received: number
  branch: string
  status: string
  modality: string
  assigned: string
  signer: string
}

export interface ReportCopy extends CopyRow {
  study: string
  /** Distinguishes signed reports, which have a day, from unfinished ones (repair/copies-by-day.ts). */
  status: ReportStatus
}

/** A master record; `kind` names its master. */
export interface MasterRow extends CopyRow {
  kind: MasterKey
}

/** A part of a study: a comment, a document, an addendum, a booklet, a critical result. */
export interface StudyPartCopy extends CopyRow {
  study: string
}

/** A record that lists find by time and place: a patient, visit, booking request, notification. `at` in ms. */
export interface DatedCopy extends CopyRow {
  /** A visit's start, the last time a patient was changed, or the creation of a request. */
  at: number
}

/** A visit with the clear fields that its lists need. */
export interface VisitCopy extends DatedCopy {
  branch: string
  patient: string
  status: number
}

/** A part of a visit: a receipt, a refund, a comment, a document, a note, a prescription, a consent. */
export interface VisitPartCopy extends CopyRow {
  visit: string
}

/** What a PDF needs besides the text, and files it names: fetched when used, evicted first. */
export interface PaperRow extends Stored {
  usedAt: number
}

/** The last answer to a screen's query, shown when offline: see api/use-kept-call.ts. */
export type AnswerRow = Stored

/** The prefetched prior studies of a study: see sync/priors. Its id is the study's id. */
export type PriorsRow = Stored

/** The clear data about such a row, readable without opening it. Times are milliseconds. */
export interface PriorMarkRow {
  id: string
  /** The server's mark of the row's content. */
  mark: string
  /** When the server last confirmed it. */
  askedAt: number
  /** How often something that it covers has changed since. */
  changes: number
  /** When a user last looked at it; 0 if never. */
  usedAt: number
  /** The prior studies that it covers. */
  studies: string[]
}

/** The sync state of the copies: see pull/cache-state.ts. */
export interface CacheMetaRow {
  id: string
  value: unknown
}

/** Copies that the server confirmed. Disposable: a broken or outdated one is rebuilt from the server. */
export class CacheDatabase extends Dexie {
  declare readonly studies: Table<StudyCopy, string>
  declare readonly reports: Table<ReportCopy, string>
  declare readonly branches: Table<CopyRow, string>
  declare readonly doctors: Table<CopyRow, string>
  declare readonly tags: Table<CopyRow, string>
  declare readonly templates: Table<CopyRow, string>
  declare readonly shortcuts: Table<CopyRow, string>
  declare readonly documentTags: Table<CopyRow, string>
  declare readonly masters: Table<MasterRow, string>
  declare readonly comments: Table<StudyPartCopy, string>
  declare readonly documents: Table<StudyPartCopy, string>
  declare readonly addenda: Table<StudyPartCopy, string>
  declare readonly booklets: Table<StudyPartCopy, string>
  declare readonly criticals: Table<StudyPartCopy, string>
  declare readonly people: Table<CopyRow, string>
  declare readonly patients: Table<DatedCopy, string>
  declare readonly visits: Table<VisitCopy, string>
  declare readonly bookingRequests: Table<DatedCopy, string>
  declare readonly receipts: Table<VisitPartCopy, string>
  declare readonly refunds: Table<VisitPartCopy, string>
  declare readonly visitComments: Table<VisitPartCopy, string>
  declare readonly visitDocuments: Table<VisitPartCopy, string>
  declare readonly treatments: Table<VisitPartCopy, string>
  declare readonly prescriptions: Table<VisitPartCopy, string>
  declare readonly consents: Table<VisitPartCopy, string>
  declare readonly notifications: Table<DatedCopy, string>
  declare readonly papers: Table<PaperRow, string>
  declare readonly files: Table<PaperRow, string>
  declare readonly answers: Table<AnswerRow, string>
  declare readonly priors: Table<PriorsRow, string>
  declare readonly priorMarks: Table<PriorMarkRow, string>
  declare readonly meta: Table<CacheMetaRow, string>

  constructor(userId: string) {
    super(cacheName(userId))
    this.version(1).stores({
      studies: 'id, received, [branch+received], [status+received], [assigned+received], modality, scope',
      reports: 'id, study, scope',
      branches: 'id, scope',
      doctors: 'id, scope',
      tags: 'id, scope',
      templates: 'id, scope',
      papers: 'id, usedAt',
      files: 'id, usedAt',
      meta: 'id',
    })
    // Studies have more fields since: fetch the copies again, which costs only a pull.
    this.version(2)
      .stores({
        shortcuts: 'id, scope',
        documentTags: 'id, scope',
        comments: 'id, study, scope',
        documents: 'id, study, scope',
        addenda: 'id, study, scope',
        booklets: 'id, study, scope',
        criticals: 'id, study, scope',
      })
      .upgrade(async (tx) => {
        for (const table of ['studies', 'reports', 'meta']) await tx.table(table).clear()
      })
    this.version(3).stores({ answers: 'id' })
    this.version(4).stores({ masters: 'id, kind, scope' })
    // Branches have more fields since: fetch everything again.
    this.version(5)
      .stores({
        people: 'id, scope',
        patients: 'id, at, scope',
        visits: 'id, at, [branch+at], patient, scope',
        bookingRequests: 'id, at, scope',
        receipts: 'id, visit, scope',
        refunds: 'id, visit, scope',
        visitComments: 'id, visit, scope',
        visitDocuments: 'id, visit, scope',
        treatments: 'id, visit, scope',
        prescriptions: 'id, visit, scope',
        consents: 'id, visit, scope',
      })
      .upgrade(async (tx) => {
        for (const table of ['branches', 'meta']) await tx.table(table).clear()
      })
    this.version(6).stores({ notifications: 'id, at, scope' })
    this.version(7).stores({ priors: 'id', priorMarks: 'id, usedAt, *studies' })
  }
}

export const cacheName = (userId: string) => `readroom-cache-${userId}`
