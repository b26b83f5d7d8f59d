import type { Table } from 'dexie'
import type { StudyPriors } from '#contract/calls/priors.ts'
import type { reportCalls } from '#contract/calls/reports.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import { type AnyRecord, SYNCED_RECORDS, type SyncBodyOf } from '#contract/records/records.ts'
import type { SessionFields } from '#domain/access/session.ts'
import type { AnswerRow, CacheDatabase, CopyOf, CopyRow, PaperRow, PriorsRow } from './cache-database.ts'
import type { Codec } from './codec.ts'
import { createRepository, type Opened, type Repository, type Stored } from './repository.ts'
import type { BlobRow, DraftRow, OutboxRow, OverlayRow, WorkDatabase } from './work-database.ts'

/** The sealed part of an outbox row. */
export interface CommandBody {
  input: Record<string, unknown>
  /** Describes it in plain words. */
  label: string
  /** The server's refusal of the last delivery: message, bad fields, and the server's record on a conflict. */
  refusal?: ErrorBody
}

/** The sealed part of a draft: the text of a report. */
export interface DraftBody {
  report_no: number
  report_name: string
  report_data: string
  conclusion: string
  recommendation: string
  is_autosave_off?: boolean
}

/** A file's bytes, as the user provided them or as the server sent them. */
export interface FileBody {
  bytes: Uint8Array<ArrayBuffer>
  /** Media type. */
  type: string
  /** Its purpose, as file/upload expects it. */
  purpose: string
  /** The record that it belongs to: whoever may see that record may see the file. */
  owner?: string
  /** Why the server refused it, in its words. */
  refusal?: string
}

/** Everything that a report's paper needs besides the text (report/paper). */
export type PaperBody = OutputOf<typeof reportCalls.paper>['result']

/** The prior studies of a study, as the server sent them. */
export type PriorsBody = NonNullable<StudyPriors['told']>

/** The answer to a call, its time, and the time of the call; rows of older versions lack the last. */
export interface AnswerBody {
  answer: unknown
  at: number
  askedAt?: number
}

export type OpenCommand = Opened<OutboxRow, CommandBody>
export type OpenDraft = Opened<DraftRow, DraftBody>

/** One repository for each declared record, by the name of its table. */
type Copies = {
  [One in AnyRecord as One['copies']['table']]: Repository<CopyOf<One['type']>, SyncBodyOf<One['type']>>
}

/** One repository for each sealed table. */
export interface Tables extends Copies {
  outbox: Repository<OutboxRow, CommandBody>
  overlay: Repository<OverlayRow, Record<string, unknown>>
  drafts: Repository<DraftRow, DraftBody>
  /** Files that the server does not have yet. */
  blobs: Repository<BlobRow, FileBody>
  /** The session in the vault, with the user name of its sign-in. */
  session: Repository<{ id: string; rev: number; e: unknown }, SessionFields & { username?: string }>
  /** Small preferences of the user, by name: they are in the session table, which is never cleared. */
  preferences: Repository<Stored, { value: unknown }>
  papers: Repository<PaperRow, PaperBody>
  /** Copies of files that the server has. */
  files: Repository<PaperRow, FileBody>
  answers: Repository<AnswerRow, AnswerBody>
  priors: Repository<PriorsRow, PriorsBody>
}

export function createTables(work: WorkDatabase, cache: CacheDatabase, codec: Codec): Tables {
  // `fromEntries` forgets which name has which table.
  const copies = Object.fromEntries(
    SYNCED_RECORDS.map(({ copies: { table } }) => [
      table,
      createRepository<CopyRow, unknown>(cache[table] as Table<CopyRow, string>, codec),
    ]),
  ) as unknown as Copies
  return {
    outbox: createRepository(work.outbox, codec),
    overlay: createRepository(work.overlay, codec),
    drafts: createRepository(work.drafts, codec),
    blobs: createRepository(work.blobs, codec),
    session: createRepository(work.session, codec),
    preferences: createRepository(work.session, codec),
    ...copies,
    papers: createRepository(cache.papers, codec),
    files: createRepository(cache.files, codec),
    answers: createRepository(cache.answers, codec),
    priors: createRepository(cache.priors, codec),
  }
}
