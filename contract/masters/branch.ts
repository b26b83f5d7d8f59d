import * as z from 'zod/mini'
import { anyOf, isPlatform, mayCreateBranch } from '#domain/access/rules.ts'
import { CHARGE_BASES } from '#domain/branch/charge-bases.ts'
import { SIGNER_NAME_MAX } from '#domain/consent/answers.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '#domain/language/languages.ts'
import { EntityId, text } from '../kernel/fields.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** Branches of a client (docs/masters.md#image-servers-and-branches). Their settings: contract/calls/settings. */
export const branch = defineMaster({
  key: 'branch',
  title: 'Branches',
  noun: 'branch',
  base: 'api',
  paths: { list: 'branch/list', all: 'branch/list/ALL', save: 'branch/save', remove: 'branch/delete' },
  table: 'branch',
  owner: 'client',
  scope: 'masters',
  tiles: ['branches'],
  mayWrite: anyOf(isPlatform, mayCreateBranch),
  inClient: true,
  pageSize: 25,
  deletePrompt: 'Do you want to delete this branch?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 100 },
    pacs_id: { kind: 'reference', label: 'Pacs', to: 'pacs' },
    admin_email: { kind: 'email', label: 'Admin email' },
    admin_mob: { kind: 'phone', label: 'Admin mobile' },
    contact_no: { kind: 'text', label: 'Contact number', max: 30, hint: 'Stands in messages to patients.' },
    upi_id: {
      kind: 'text',
      label: 'UPI ID',
      max: 100,
      hint: 'Such as clinic@okaxis. Payments by UPI then show a code with the exact amount.',
    },
    open_time: { kind: 'time', label: 'Opens at' },
    close_time: { kind: 'time', label: 'Closes at' },
    port: { kind: 'port', label: 'Port' },
    time_zone: { kind: 'text', label: 'Time zone', max: 64, hint: 'Such as Asia/Kolkata.' },
    patient_language: {
      kind: 'choice',
      label: 'Patients’ language',
      options: LANGUAGES,
      labels: LANGUAGE_NAMES,
      hint: 'Of pages and messages for patients without a language of their own; blank is English.',
    },
    /** PC-PNDT Act (docs/form-f.md). */
    pndt_applies: {
      kind: 'flag',
      label: 'PC-PNDT (Form F) applies',
      hint: 'India: Form F before an obstetric ultrasound, and no report that tells the sex of the foetus.',
      default: 0,
    },
    pndt_registration_no: { kind: 'text', label: 'PC-PNDT registration number', max: 60 },
    pndt_doctors: {
      kind: 'text',
      label: 'Doctors on the PC-PNDT registration',
      max: 4000,
      lines: 4,
      // Form F is signed under one of them.
      lineMax: SIGNER_NAME_MAX,
      hint: 'One a line, with the registration number, such as Dr Anjali Mehta, MMC 12345.',
    },
    status: { kind: 'active', label: 'Status' },
  },
  extra: {
    /** AE titles that send studies for this branch, separated by commas. */
    aet_sources: z.optional(text(2000)),
  },
  computed: {
    /** Name of its image server. */
    pacs: z.string(),
    charges_type: z.enum(CHARGE_BASES),
    fixed_price: z.number(),
    tat_type: z.enum(CHARGE_BASES),
    /** Minutes. */
    fixed_tat: z.int(),
  },
  known: { charges_type: 'prices', fixed_price: 'prices' },
  filters: {
    ...STATUS_FILTER,
    client_id: z.optional(EntityId),
    current_user_only: z.optional(z.enum(['0', '1'])),
  },
  columns: ['name', 'pacs', 'aet_sources', 'status'],
  search: ['name'],
  unique: 'name',
  asks: true,
})
