import * as z from 'zod/mini'
import { LANGUAGES } from '#domain/language/languages.ts'
import { TEMPLATE_SEXES } from '#domain/report/template-fit.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, text } from '../kernel/fields.ts'
import { needs } from '../kernel/needs.ts'
import { ALL_PAGE_SIZE, PageInput, resultOf } from '../kernel/paging.ts'
import { DocumentTagItem, ShortcutItem } from './study-parts.ts'

/** A branch as pickers show it. */
export const BranchItem = z.object({
  id: EntityId,
  rev: z.int(),
  name: z.string(),
  time_zone: z.string(),
  /** HH:MM; empty if not set. */
  open_time: z.string(),
  close_time: z.string(),
  contact_no: z.string(),
  /** The branch's tax number on its invoices; absent in older copies. */
  tax_no: z.optional(z.string()),
  company_no: z.optional(z.string()),
  /** The branch's UPI address; empty if it has none. Absent in older copies. */
  upi_id: z.optional(z.string()),
  /** The language of patients without one of their own; null is English. Absent in older copies. */
  patient_language: z.optional(z.nullable(z.enum(LANGUAGES))),
  /** 1 if Form F applies (docs/form-f.md); absent in older copies. */
  pndt_applies: z.optional(Flag),
  pndt_registration_no: z.optional(z.string()),
  pndt_doctors: z.optional(z.string()),
  /** Blank strips of an invoice on pre-printed paper, in millimetres. */
  invoice_print_margin_top: z.int(),
  invoice_print_margin_bottom: z.int(),
  /** Pictures of the letterhead. */
  header_file_id: z.nullable(EntityId),
  footer_file_id: z.nullable(EntityId),
})
export type BranchItem = z.output<typeof BranchItem>

/** A doctor as pickers show it; people who are not colleagues get the name alone. */
export const DoctorItem = z.object({
  id: EntityId,
  rev: z.int(),
  name: z.string(),
  can_sign: needs('colleagues', Flag),
})
export type DoctorItem = z.output<typeof DoctorItem>

/**
 * A person as pickers of any kind show them: without any data for signing in as, calling or writing to them. Referrers
 * get names only.
 */
export const UserItem = z.object({
  ...DoctorItem.shape,
  role_id: needs('colleagues', z.int()),
  status: needs('colleagues', Flag),
  is_doctor: needs('colleagues', Flag),
  is_clinic_doctor: needs('colleagues', Flag),
  is_ref_doctor: needs('colleagues', Flag),
  ref_doctor_type: needs('colleagues', z.enum(['', 'Doctor', 'Hospital'])),
  department_id: needs('colleagues', z.nullable(EntityId)),
  branch_ids: needs('colleagues', z.array(EntityId)),
})
export type UserItem = z.output<typeof UserItem>

/** A study tag; `type` Critical ones are red flags (docs/masters.md#texts). */
export const StudyTagItem = z.object({
  id: EntityId,
  rev: z.int(),
  name: z.string(),
  color: z.string(),
  type: z.enum(['Normal', 'Critical']),
})
export type StudyTagItem = z.output<typeof StudyTagItem>

/** A report template with its place in the editor's sidebar: department, category, template. */
export const TemplateItem = z.object({
  id: EntityId,
  rev: z.int(),
  name: z.string(),
  cat_id: EntityId,
  /** The category's; null if it is in none. */
  department_id: z.nullable(EntityId),
  /** The owning doctor; null is everybody's. */
  user_id: z.nullable(EntityId),
  /** The Word document that the text came from. */
  file_id: z.nullable(EntityId),
  department: z.string(),
  category: z.string(),
  modality: z.string(),
  /** The intended patients: `Any`, `Male` or `Female`, and completed years of age; null means no limit. */
  sex: z.enum(TEMPLATE_SEXES),
  age_from: z.nullable(z.int()),
  age_to: z.nullable(z.int()),
  report_data: z.string(),
  conclusion: z.string(),
  recommendation: z.string(),
  /** The "latvia" rule as a flag (docs/wire.md): no autosave while it is used. */
  no_autosave: Flag,
})
export type TemplateItem = z.output<typeof TemplateItem>

/** How an image server responds to the poller (docs/studies.md). */
export const PacsStatus = z.object({
  id: EntityId,
  name: z.string(),
  state: z.enum(['never', 'ok', 'down', 'slow', 'nonsense']),
  detail: z.string(),
  last_ok: z.nullable(z.string()),
  last_try: z.nullable(z.string()),
})
export type PacsStatus = z.output<typeof PacsStatus>

const yesOrNo = z.optional(z.enum(['0', '1']))

const read = { method: 'GET', access: 'session' } as const

export const directoryCalls = {
  branches: defineCall({
    ...read,
    key: 'branch/getActives',
    base: 'api',
    path: 'branch/getActives',
    offline: { kind: 'cache', table: 'branches' },
    input: z.strictObject({}),
    output: resultOf(z.array(BranchItem)),
  }),
  studyTags: defineCall({
    ...read,
    key: 'master/studyTags/ALL',
    base: 'php',
    path: 'master/studyTags/ALL',
    offline: { kind: 'cache', table: 'tags' },
    input: z.strictObject({}),
    output: resultOf(z.array(StudyTagItem)),
  }),
  doctors: defineCall({
    ...read,
    key: 'users/ALL',
    base: 'php',
    path: 'users/ALL',
    offline: { kind: 'cache', table: 'doctors' },
    /** Radiology doctors if no kind is given; those in use if no status is given. */
    input: z.strictObject({
      p: PageInput.p,
      ps: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(ALL_PAGE_SIZE)), ALL_PAGE_SIZE),
      k: z.optional(text(200)),
      role_id: z.optional(z.coerce.number().check(z.int())),
      is_doctor: yesOrNo,
      is_clinic_doctor: yesOrNo,
      is_ref_doctor: yesOrNo,
      ref_doctor_type: z.optional(z.enum(['Doctor', 'Hospital'])),
      status: yesOrNo,
    }),
    output: resultOf(z.array(UserItem)),
  }),
  templates: defineCall({
    ...read,
    key: 'templates/ALL',
    base: 'php',
    path: 'templates/ALL',
    offline: { kind: 'cache', table: 'templates' },
    input: z.strictObject({}),
    output: resultOf(z.array(TemplateItem)),
  }),
  shortcuts: defineCall({
    ...read,
    key: 'master/shortcuts/ALL',
    base: 'php',
    path: 'master/shortcuts/ALL',
    offline: { kind: 'cache', table: 'shortcuts' },
    input: z.strictObject({}),
    output: resultOf(z.array(ShortcutItem)),
  }),
  documentTags: defineCall({
    ...read,
    key: 'master/documentTags/ALL',
    base: 'php',
    path: 'master/documentTags/ALL',
    offline: { kind: 'cache', table: 'documentTags' },
    input: z.strictObject({}),
    output: resultOf(z.array(DocumentTagItem)),
  }),
  apptStatusList: defineCall({
    key: 'master/apptStatusList',
    base: 'php',
    method: 'GET',
    path: 'master/apptStatusList',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({}),
    /** In workflow order. */
    output: resultOf(z.array(z.object({ id: z.int(), name: z.string(), colour: z.string() }))),
  }),
  pacsStatus: defineCall({
    ...read,
    key: 'pacs/status',
    base: 'api',
    path: 'pacs/status',
    offline: { kind: 'never' },
    inClient: true,
    input: z.strictObject({ client_id: z.optional(EntityId) }),
    output: resultOf(z.array(PacsStatus)),
  }),
} as const
