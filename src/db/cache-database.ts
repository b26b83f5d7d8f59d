import { Dexie, type Table } from 'dexie'
import { type AnyRecord, type RecordOf, SYNCED_RECORDS, type SyncType } from '#contract/records/records.ts'
import type { Stored } from './repository.ts'

/** A copy of a server record: it stays while the session has `scope`, the one it was last sent under. */
export interface CopyRow extends Stored {
  scope: string
}

type ClearOf<One extends AnyRecord> = ReturnType<NonNullable<One['copies']['clear']>>
/** A copy of a record of this type: its clear fields are declared with the record (contract/records). */
export type CopyOf<Type extends SyncType> = CopyRow & ClearOf<RecordOf<Type>>

export type StudyCopy = CopyOf<'study'>
export type ReportCopy = CopyOf<'report'>
export type MasterRow = CopyOf<'master'>
export type VisitCopy = CopyOf<'visit'>

/** A part of a study: a comment, a document, an addendum, a booklet, a critical result. */
export interface StudyPartCopy extends CopyRow {
  study: string
}

/** A record that lists find by time and place: a patient, visit, booking request, notification. `at` in ms. */
export interface DatedCopy extends CopyRow {
  at: number
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

/** The tables of the declared records, by name. */
type CopyTables = {
  readonly [One in AnyRecord as One['copies']['table']]: Table<CopyOf<One['type']>, string>
}

/** The tables besides those of the records, by the version that added them. */
const OTHER_TABLES: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1: { papers: 'id, usedAt', files: 'id, usedAt', meta: 'id' },
  3: { answers: 'id' },
  7: { priors: 'id', priorMarks: 'id, usedAt, *studies' },
}

/** The tables that an upgrade empties because their records have more fields since: fetching again costs one pull. */
const EMPTIED: Readonly<Record<number, readonly string[]>> = {
  2: ['studies', 'reports', 'meta'],
  5: ['branches', 'meta'],
}

const VERSIONS = Math.max(
  ...Object.keys(OTHER_TABLES).map(Number),
  ...SYNCED_RECORDS.map(({ copies }) => copies.since),
)

/** The tables that a version adds, with their indexes. */
function tablesOf(version: number): Record<string, string> {
  const copies = SYNCED_RECORDS.filter((record) => record.copies.since === version)
  return {
    ...Object.fromEntries(
      copies.map(({ copies: { table, indexes = [] } }) => [table, ['id', ...indexes, 'scope'].join(', ')]),
    ),
    ...OTHER_TABLES[version],
  }
}

// Dexie makes a property for each table.
const DexieWithCopies = Dexie as unknown as new (name: string) => Dexie & CopyTables

/** Copies that the server confirmed. Disposable: a broken or outdated one is rebuilt from the server. */
export class CacheDatabase extends DexieWithCopies {
  declare readonly papers: Table<PaperRow, string>
  declare readonly files: Table<PaperRow, string>
  declare readonly answers: Table<AnswerRow, string>
  declare readonly priors: Table<PriorsRow, string>
  declare readonly priorMarks: Table<PriorMarkRow, string>
  declare readonly meta: Table<CacheMetaRow, string>

  constructor(userId: string) {
    super(cacheName(userId))
    for (let version = 1; version <= VERSIONS; version += 1) {
      const added = this.version(version).stores(tablesOf(version))
      const emptied = EMPTIED[version]
      if (emptied)
        added.upgrade(async (tx) => {
          for (const table of emptied) await tx.table(table).clear()
        })
    }
  }
}

export const cacheName = (userId: string) => `readroom-cache-${userId}`
