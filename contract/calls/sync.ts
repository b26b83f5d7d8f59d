import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { ClockWord, EntityId, Instant, requiredText, text } from '../kernel/fields.ts'
import { MasterCopy } from '../masters/copy.ts'
import { BookingRow } from './bookings.ts'
import { BranchItem, DoctorItem, StudyTagItem, TemplateItem, UserItem } from './directory.ts'
import { hello } from './hello.ts'
import { NotificationRow } from './notifications.ts'
import { PatientRow } from './patient-desk.ts'
import { ReportRow } from './reports.ts'
import { StudyRow } from './studies.ts'
import {
  AddendumRow,
  BookletRow,
  CommentRow,
  CriticalRow,
  DocumentRow,
  DocumentTagItem,
  ShortcutItem,
} from './study-parts.ts'
import {
  ConsentRow,
  PrescriptionRow,
  ReceiptRow,
  RefundRow,
  TreatmentRow,
  VisitCommentRow,
  VisitDocumentRow,
  VisitRow,
} from './visit-records.ts'

/**
 * What a change was made on: a revision of the record, or an earlier command whose result it follows. `epoch` is the
 * server's history that counted the revision and `of` the record's id: after a restore the same number is another text.
 */
export const Base = z.union([
  z.strictObject({ rev: z.int(), epoch: z.optional(requiredText(64)), of: z.optional(EntityId) }),
  z.strictObject({ follows: EntityId }),
])
export type Base = z.output<typeof Base>

/**
 * A number that people read, as one command was given it. `branch_id` is absent in a series of the whole client, `year`
 * (domain/branch/financial-year.ts) in one that goes on over the years.
 */
export const GivenNumber = z.strictObject({
  kind: z.enum(['patient', 'visit', 'accession', 'receipt', 'refund', 'invoice']),
  branch_id: z.optional(EntityId),
  year: z.optional(requiredText(4)),
  no: requiredText(40),
})
export type GivenNumber = z.output<typeof GivenNumber>

/**
 * The server's signed word that it took a command (docs/decisions/265): the device keeps it with the command, and shows
 * it to a server that was restored from a backup and knows nothing of it any more.
 */
export const SignedReceipt = z.strictObject({
  /** The history that the command took effect in. */
  epoch: requiredText(64),
  /** SHA-256 of call and input, in base64. */
  hash: requiredText(64),
  pos: z.nullable(z.int()),
  rev: z.nullable(z.int()),
  at: Instant,
  /** A settlement gives receipts and invoices their numbers, 200 of each at most. */
  numbers: z.optional(z.array(GivenNumber).check(z.maxLength(500))),
  /** Which of the server's keys signed it. */
  key_id: requiredText(64),
  signature: requiredText(100),
})
export type SignedReceipt = z.output<typeof SignedReceipt>

/** Receipts of one command: one for each history that it took effect in. */
export const SignedReceipts = z.array(SignedReceipt).check(z.maxLength(20))

/** One queued change as it travels; `id` is the Idempotency-Key minted at the person's click. */
export const Command = z.strictObject({
  id: EntityId,
  call: requiredText(100),
  version: z.int().check(z.gte(1)),
  input: z.record(z.string(), z.unknown()),
  base: z.optional(Base),
  /** Ids of commands that must have taken effect before this one. */
  depends: z._default(z.array(EntityId), []),
  /**
   * Commands that this one takes the place of: they never run from now on. If one of them had taken effect, nothing
   * else happens and its answer comes back (`ran`).
   */
  supersedes: z.optional(z.array(EntityId).check(z.maxLength(50))),
  /** When the person did it, by the device's clock. */
  at: ClockWord,
  /** How far the server's clock was ahead of the device's, as last measured: it corrects times and refuses nothing. */
  skew_ms: z.optional(z.int()),
  /** True where the person did it without a network: a remedy that is later work is then accepted with a flag. */
  made_offline: z.optional(z.boolean()),
  /** What the server gave for it before; a restored server tells by these what it was. */
  receipts: z.optional(SignedReceipts),
})
export type Command = z.output<typeof Command>

/** The outcome of one command: exactly what its own REST call would have answered, and where it stands. */
export const CommandAnswer = z.object({
  id: EntityId,
  status: z.int(),
  /** True where an earlier delivery of the same id had taken effect already. */
  replayed: z.boolean(),
  /** Feed position and revision of the record after the effect; the row leaves the outbox once pulled past it. */
  pos: z.nullable(z.int()),
  rev: z.nullable(z.int()),
  body: z.unknown(),
  /** What is left to be done by a person ("accepted, flagged"), in the words of the call. */
  flags: z.optional(z.array(z.string())),
  /** The superseded command that had taken effect: this answer is its, and the new command did not run. */
  ran: z.optional(EntityId),
  receipt: z.optional(SignedReceipt),
})
export type CommandAnswer = z.output<typeof CommandAnswer>

/** The types of record that devices hold copies of. */
export const SYNC_TYPES = [
  'study',
  'report',
  'branch',
  'doctor',
  'tag',
  'template',
  'shortcut',
  'document_tag',
  'master',
  'comment',
  'document',
  'addendum',
  'booklet',
  'critical',
  'person',
  'patient',
  'visit',
  'receipt',
  'refund',
  'visit_comment',
  'visit_document',
  'treatment',
  'prescription',
  'consent',
  'booking_request',
  'notification',
] as const

/** Those that stand with one study, live and go with it, and name it in `study_id`. */
export const STUDY_PART_TYPES = ['comment', 'document', 'addendum', 'booklet', 'critical'] as const
export type StudyPartType = (typeof STUDY_PART_TYPES)[number]
/** True for a type whose records stand with a study. */
export const isStudyPart = (type: string): type is StudyPartType =>
  (STUDY_PART_TYPES as readonly string[]).includes(type)

/** Those that stand with one visit, live and go with it, and name it in `appt_id`. */
export const VISIT_PART_TYPES = [
  'receipt',
  'refund',
  'visit_comment',
  'visit_document',
  'treatment',
  'prescription',
  'consent',
] as const
export type VisitPartType = (typeof VISIT_PART_TYPES)[number]
/** True for a type whose records stand with a visit. */
export const isVisitPart = (type: string): type is VisitPartType =>
  (VISIT_PART_TYPES as readonly string[]).includes(type)

const put = <Type extends string, Body extends z.ZodMiniType>(type: Type, body: Body) =>
  z.object({
    type: z.literal(type),
    id: EntityId,
    rev: z.int(),
    op: z.literal('put'),
    scope: z.string(),
    body,
  })

/** A change or a copy of a record: `put` carries the body under the reader's rights, `leave` takes it out of a scope. */
export const SyncRow = z.discriminatedUnion('op', [
  z.discriminatedUnion('type', [
    put('study', StudyRow),
    put('report', ReportRow),
    put('branch', BranchItem),
    put('doctor', DoctorItem),
    put('tag', StudyTagItem),
    put('template', TemplateItem),
    put('shortcut', ShortcutItem),
    put('document_tag', DocumentTagItem),
    put('master', MasterCopy),
    put('comment', CommentRow),
    put('document', DocumentRow),
    put('addendum', AddendumRow),
    put('booklet', BookletRow),
    put('critical', CriticalRow),
    put('person', UserItem),
    put('patient', PatientRow),
    put('visit', VisitRow),
    put('receipt', ReceiptRow),
    put('refund', RefundRow),
    put('visit_comment', VisitCommentRow),
    put('visit_document', VisitDocumentRow),
    put('treatment', TreatmentRow),
    put('prescription', PrescriptionRow),
    put('consent', ConsentRow),
    put('booking_request', BookingRow),
    put('notification', NotificationRow),
  ]),
  z.object({
    type: z.enum(SYNC_TYPES),
    id: EntityId,
    rev: z.int(),
    op: z.literal('leave'),
    scope: z.string(),
  }),
])
export type SyncRow = z.output<typeof SyncRow>
export type SyncType = SyncRow['type']
/** What a `put` of a type carries. */
export type SyncBodyOf<Type extends SyncType> = Extract<SyncRow, { type: Type; op: 'put' }>['body']

export const syncCalls = {
  hello,
  commands: defineCall({
    key: 'sync/commands',
    base: 'api',
    method: 'POST',
    path: 'sync/commands',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({
      device_id: EntityId,
      commands: z.array(Command).check(z.minLength(1), z.maxLength(50)),
    }),
    output: z.object({ answers: z.array(CommandAnswer) }),
  }),
  pull: defineCall({
    key: 'sync/pull',
    base: 'api',
    method: 'GET',
    path: 'sync/pull',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({
      /** Opaque, as the last answer gave it; absent on the first pull. It grows with the number of scopes. */
      cursor: z.optional(text(16_000)),
      /** A wish, comma-separated; absent asks for all that the session may have. */
      scopes: z.optional(text(16_000)),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(2000)), 500),
    }),
    output: z.object({
      rows: z.array(SyncRow),
      cursor: z.string(),
      /** Everything up to this feed position is in the pages so far. */
      pos: z.int(),
      more: z.boolean(),
      epoch: z.string(),
      /** What is granted now; records of any other scope are to be evicted. */
      granted: z.array(z.string()),
      lost: z.array(z.string()),
      /** Changes with the caller's rights: another one than before says that the session is to be asked for anew. */
      rights: z.optional(z.string()),
      /** Absolute bounds of each window by record type: studies received before `from` are evicted. */
      windows: z.record(z.string(), z.object({ from: Instant })),
    }),
  }),
} as const
