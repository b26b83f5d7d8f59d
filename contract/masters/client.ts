import * as z from 'zod/mini'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import { PACS_USED } from '#domain/access/session.ts'
import { EntityId, text } from '../kernel/fields.ts'
import { AI_CURRENCIES, AiPrice } from './ai-company.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'

/** Main modules by name, as in a client and a licence. */
export const MainModuleIds = z.array(z.enum(MAIN_MODULES))

/** A body part of an AI company that the client may send to. A save needs the id; the names are only in the record. */
export const ClientAiBodyPart = z.strictObject({
  bodypart_id: EntityId,
  ae_title: z._default(text(16), ''),
  /** The price agreed with the client; null uses the company's own price. */
  price: z._default(z.nullable(AiPrice), null),
  currency: z._default(z.nullable(z.enum(AI_CURRENCIES)), null),
  company: z.optional(text(100)),
  modality: z.optional(text(16)),
  bodypart: z.optional(text(100)),
})
export type ClientAiBodyPart = z.output<typeof ClientAiBodyPart>

/** Clients of the platform (docs/masters.md#clients-and-licences, docs/masters.md), excluding the platform itself. */
export const client = defineMaster({
  key: 'client',
  title: 'Clients',
  noun: 'client',
  base: 'api',
  paths: { list: 'client/list', all: 'client/list/ALL', save: 'client/save', remove: 'client/delete' },
  table: 'client',
  owner: 'platform',
  scope: 'none',
  tiles: [],
  access: 'manage_clients',
  pageSize: 25,
  deletePrompt: 'Do you want to delete this client?',
  fields: {
    name: { kind: 'text', label: 'Name', required: true, max: 200 },
    country_id: { kind: 'int', label: 'Country', required: true, min: 1, max: 9999, hidden: true },
    currency: { kind: 'code', label: 'Currency', max: 3, hidden: true },
    no_of_decimal: { kind: 'int', label: 'Decimals', min: 0, max: 3, default: 2 },
    can_create_branch: { kind: 'flag', label: 'Can Create Branch', required: true, default: 1 },
    reaches_private: {
      kind: 'flag',
      label: 'May Call Private Addresses',
      hint: 'Image servers, mail servers and partners that its people name may stand in private networks. Off for a new client, unless it is the only one.',
    },
    pacs_used: {
      kind: 'choice',
      label: 'Pacs Using',
      required: true,
      options: PACS_USED,
      labels: { Self: 'Its own', Admin: 'The platform’s' },
      default: 'Self',
    },
    basic_auth_usr: {
      kind: 'text',
      label: 'Basic Auth User',
      max: 100,
      hint: 'Protects what other systems send to this client.',
    },
    basic_auth_pwd: { kind: 'secret', label: 'Basic Auth Password', max: 200 },
    status: { kind: 'active', label: 'Status' },
    fname: { kind: 'text', label: 'First Name', required: true, max: 60 },
    lname: { kind: 'text', label: 'Last Name', required: true, max: 60 },
    mobile: { kind: 'phone', label: 'Mobile', required: true },
    email: { kind: 'email', label: 'Email', required: true },
    password: { kind: 'secret', label: 'Password', max: 200 },
    image_file_id: {
      kind: 'file',
      label: 'Logo',
      use: 'companyLogo',
      purpose: 'logo',
      column: 'logo_file_id',
    },
  },
  extra: {
    main_module_ids: MainModuleIds,
    ai_bodyparts: z.array(ClientAiBodyPart).check(z.maxLength(500, 'are at most 500')),
  },
  computed: {
    country: z.string(),
    /** The address of the logo; empty if there is none. */
    img_url: z.string(),
    pacs_count: z.int(),
    branches_count: z.int(),
    /** Name and last day of its licence; empty if it has none. */
    licence: z.string(),
    licence_expired_on: z.string(),
  },
  filters: STATUS_FILTER,
  columns: ['name', 'country', 'pacs_count', 'branches_count', 'licence', 'status'],
  search: ['name'],
})
export type ClientRecord = z.output<typeof client.record>
export type ClientInput = z.output<typeof client.input>
