import { Dexie, type Table } from 'dexie'
import type { MasterKey } from '#contract/masters/keys.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import type { Stored } from './repository.ts'

/** A copy of a server record: it stays while the session holds `scope`, the one that it was last sent under. */
export interface CopyRow extends Stored {
  scope: string
}

/** A study with the clear fields that its lists are drawn by. Times are milliseconds. */
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
  /** What tells signed reports, which have a day, from the ones still to be done (repair/copies-by-day.ts). */
  status: ReportStatus
}

/** A master record; `kind` says of which master. */
export interface MasterRow extends CopyRow {
  kind: MasterKey
}

/** Something that stands with a study: a comment, a document, an addendum, a booklet, a critical result. */
export interface StudyPartCopy extends CopyRow {
  study: string
}

/** A record that lists find by time and place: a patient, a visit, a booking request, a notification. `at` is milliseconds. */
export interface DatedCopy extends CopyRow {
  /** When it is: a visit's start, the last time a patient was touched, the making of a request. */
  at: number
}

/** A visit with the clear fields that its lists are drawn by. */
export interface VisitCopy extends DatedCopy {
  branch: string
  patient: string
  status: number
}

/** Something that stands with a visit: a receipt, a refund, a comment, a document, a note, a prescription, a consent. */
export interface VisitPartCopy extends CopyRow {
  visit: string
}

/** What a PDF needs beside the text, and files it names: fetched when used, evicted first. */
export interface PaperRow extends Stored {
  usedAt: number
}

/** The last answer to a question of a screen, shown without the network: see api/use-kept-call.ts. */
export type AnswerRow = Stored

/** The former studies of a study, kept ahead: see sync/priors. Named by the study's id. */
export type PriorsRow = Stored

/** What is known of such a row without opening it. Times are milliseconds. */
export interface PriorMarkRow {
  id: string
  /** The server's mark of what the row holds. */
  mark: string
  /** When the server last said that it is so. */
  askedAt: number
  /** How often something that it tells of changed since. */
  changes: number
  /** When a person last looked at it; 0 where nobody did. */
  usedAt: number
  /** The former studies that it tells of. */
  studies: string[]
}

/** Where the copies stand: see pull/cache-state.ts. */
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
    // Studies say more since: copies are fetched anew, which costs a pull and nothing else.
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
    // Branches say more since: all is fetched anew.
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
