import type { BookingRow } from '#contract/calls/bookings.ts'
import type {
  BranchItem,
  DoctorItem,
  StudyTagItem,
  TemplateItem,
  UserItem,
} from '#contract/calls/directory.ts'
import type { NotificationRow } from '#contract/calls/notifications.ts'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { StudyPriors } from '#contract/calls/priors.ts'
import type { ReportRow, reportCalls } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type {
  AddendumRow,
  BookletRow,
  CommentRow,
  CriticalRow,
  DocumentRow,
  DocumentTagItem,
  ShortcutItem,
} from '#contract/calls/study-parts.ts'
import type {
  ConsentRow,
  PrescriptionRow,
  ReceiptRow,
  RefundRow,
  TreatmentRow,
  VisitCommentRow,
  VisitDocumentRow,
  VisitRow,
} from '#contract/calls/visit-records.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { ErrorBody } from '#contract/kernel/error-codes.ts'
import type { MasterCopy } from '#contract/masters/copy.ts'
import type { SessionFields } from '#domain/access/session.ts'
import type {
  AnswerRow,
  CacheDatabase,
  CopyRow,
  DatedCopy,
  MasterRow,
  PaperRow,
  PriorsRow,
  ReportCopy,
  StudyCopy,
  StudyPartCopy,
  VisitCopy,
  VisitPartCopy,
} from './cache-database.ts'
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

/** The answer to a call, and its time. */
export interface AnswerBody {
  answer: unknown
  at: number
}

export type OpenCommand = Opened<OutboxRow, CommandBody>
export type OpenDraft = Opened<DraftRow, DraftBody>

/** One repository for each sealed table. */
export interface Tables {
  outbox: Repository<OutboxRow, CommandBody>
  overlay: Repository<OverlayRow, Record<string, unknown>>
  drafts: Repository<DraftRow, DraftBody>
  /** Files that the server does not have yet. */
  blobs: Repository<BlobRow, FileBody>
  /** The session in the vault, with the user name of its sign-in. */
  session: Repository<{ id: string; rev: number; e: unknown }, SessionFields & { username?: string }>
  /** Small preferences of the user, by name: they are in the session table, which is never cleared. */
  preferences: Repository<Stored, { value: unknown }>
  studies: Repository<StudyCopy, StudyRow>
  reports: Repository<ReportCopy, ReportRow>
  branches: Repository<CopyRow, BranchItem>
  doctors: Repository<CopyRow, DoctorItem>
  tags: Repository<CopyRow, StudyTagItem>
  templates: Repository<CopyRow, TemplateItem>
  shortcuts: Repository<CopyRow, ShortcutItem>
  documentTags: Repository<CopyRow, DocumentTagItem>
  masters: Repository<MasterRow, MasterCopy>
  comments: Repository<StudyPartCopy, CommentRow>
  documents: Repository<StudyPartCopy, DocumentRow>
  addenda: Repository<StudyPartCopy, AddendumRow>
  booklets: Repository<StudyPartCopy, BookletRow>
  criticals: Repository<StudyPartCopy, CriticalRow>
  people: Repository<CopyRow, UserItem>
  patients: Repository<DatedCopy, PatientRow>
  visits: Repository<VisitCopy, VisitRow>
  bookingRequests: Repository<DatedCopy, BookingRow>
  receipts: Repository<VisitPartCopy, ReceiptRow>
  refunds: Repository<VisitPartCopy, RefundRow>
  visitComments: Repository<VisitPartCopy, VisitCommentRow>
  visitDocuments: Repository<VisitPartCopy, VisitDocumentRow>
  treatments: Repository<VisitPartCopy, TreatmentRow>
  prescriptions: Repository<VisitPartCopy, PrescriptionRow>
  consents: Repository<VisitPartCopy, ConsentRow>
  notifications: Repository<DatedCopy, NotificationRow>
  papers: Repository<PaperRow, PaperBody>
  /** Copies of files that the server has. */
  files: Repository<PaperRow, FileBody>
  answers: Repository<AnswerRow, AnswerBody>
  priors: Repository<PriorsRow, PriorsBody>
}

export function createTables(work: WorkDatabase, cache: CacheDatabase, codec: Codec): Tables {
  return {
    outbox: createRepository(work.outbox, codec),
    overlay: createRepository(work.overlay, codec),
    drafts: createRepository(work.drafts, codec),
    blobs: createRepository(work.blobs, codec),
    session: createRepository(work.session, codec),
    preferences: createRepository(work.session, codec),
    studies: createRepository(cache.studies, codec),
    reports: createRepository(cache.reports, codec),
    branches: createRepository(cache.branches, codec),
    doctors: createRepository(cache.doctors, codec),
    tags: createRepository(cache.tags, codec),
    templates: createRepository(cache.templates, codec),
    shortcuts: createRepository(cache.shortcuts, codec),
    documentTags: createRepository(cache.documentTags, codec),
    masters: createRepository(cache.masters, codec),
    comments: createRepository(cache.comments, codec),
    documents: createRepository(cache.documents, codec),
    addenda: createRepository(cache.addenda, codec),
    booklets: createRepository(cache.booklets, codec),
    criticals: createRepository(cache.criticals, codec),
    people: createRepository(cache.people, codec),
    patients: createRepository(cache.patients, codec),
    visits: createRepository(cache.visits, codec),
    bookingRequests: createRepository(cache.bookingRequests, codec),
    receipts: createRepository(cache.receipts, codec),
    refunds: createRepository(cache.refunds, codec),
    visitComments: createRepository(cache.visitComments, codec),
    visitDocuments: createRepository(cache.visitDocuments, codec),
    treatments: createRepository(cache.treatments, codec),
    prescriptions: createRepository(cache.prescriptions, codec),
    consents: createRepository(cache.consents, codec),
    notifications: createRepository(cache.notifications, codec),
    papers: createRepository(cache.papers, codec),
    files: createRepository(cache.files, codec),
    answers: createRepository(cache.answers, codec),
    priors: createRepository(cache.priors, codec),
  }
}
