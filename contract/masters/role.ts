import * as z from 'zod/mini'
import { SALES_INVOICE_SCOPES, SALES_REPORT_SCOPES } from '#domain/access/sales-scopes.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, text } from '../kernel/fields.ts'
import { listOf, PageInput, resultOf } from '../kernel/paging.ts'
import { defineMaster, STATUS_FILTER } from './engine/define-master.ts'
import { checkOf } from './engine/field.ts'

/** The wire's number of a role, per client; 2 is the administrator's (docs/wire.md). */
export const RoleId = z.int().check(z.gte(1), z.lte(1_000_000))

/** Numbers of application modules (domain/access/application-modules.ts). */
const ModuleIds = z.array(z.int()).check(z.maxLength(100))

const declared = defineMaster({
  key: 'role',
  title: 'Roles',
  noun: 'role',
  base: 'php',
  paths: { list: 'roles', all: 'roles/ALL', save: 'saveRole', remove: 'deleteRole' },
  table: 'role',
  owner: 'client',
  scope: 'people',
  tiles: ['roles'],
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    title: { kind: 'text', label: 'Role Name', required: true, max: 100, column: 'name' },
    status: { kind: 'active', label: 'Status' },
    sales_report: {
      kind: 'choice',
      label: 'Sales Report',
      required: true,
      options: SALES_REPORT_SCOPES,
      labels: { All: 'All', Self_Created_Only: 'Self created only' },
      default: 'All',
    },
    sales_invoice: {
      kind: 'choice',
      label: 'Sales Invoice',
      required: true,
      options: SALES_INVOICE_SCOPES,
      labels: { All: 'All', Paid_Only: 'Paid only', Pending_Only: 'Pending only' },
      default: 'All',
    },
  },
  extra: { app_modules: ModuleIds },
  computed: { uid: EntityId, users: z.int() },
  filters: STATUS_FILTER,
  columns: ['title', 'users', 'sales_report', 'sales_invoice', 'status'],
  search: ['title'],
  unique: 'title',
})

const { fields, pageSize } = declared

/** A role in the list: identified by a number on the wire, and by `uid` on devices. */
export const RoleRecord = z.object({
  id: RoleId,
  uid: EntityId,
  rev: z.int(),
  created: z.string(),
  title: z.string(),
  status: Flag,
  sales_report: z.enum(SALES_REPORT_SCOPES),
  sales_invoice: z.enum(SALES_INVOICE_SCOPES),
  app_modules: ModuleIds,
  /** Number of people with the role. */
  users: z.int(),
})
export type RoleRecord = z.output<typeof RoleRecord>

const RoleInput = z.strictObject({
  /**
   * The number of the role to change. A new role has none yet, because the server assigns it: its save contains the uid
   * that its creator minted, so that a repeated save is the same role.
   */
  id: z.optional(z.union([RoleId, EntityId])),
  /** The revision that the change is based on, if If-Match does not name it. */
  rev: z.optional(z.int()),
  title: checkOf(fields.title) as z.ZodMiniType<string, string>,
  status: Flag,
  sales_report: z.enum(SALES_REPORT_SCOPES),
  sales_invoice: z.enum(SALES_INVOICE_SCOPES),
  app_modules: ModuleIds,
  /** The editor was told that this removes their own right to manage users, and confirms it. */
  is_confirmed: z.optional(Flag),
})
export type RoleInput = z.output<typeof RoleInput>

/** One application module that a role may include. */
const ModuleItem = z.object({ id: z.int(), name: z.string(), label: z.string(), group: z.string() })

const common = { base: 'php', access: 'session', offline: { kind: 'never' } } as const
const filters = { k: z.optional(text(200)), ...STATUS_FILTER }

/**
 * Roles of a client (docs/masters.md#people, docs/wire.md#paths-and-bases). Declared like every master, but for the id: their numbers are the
 * server's, so shapes and calls are written out.
 */
export const role = {
  ...declared,
  input: RoleInput,
  record: RoleRecord,
  calls: {
    list: defineCall({
      ...common,
      key: 'roles',
      method: 'GET',
      path: 'roles',
      input: z.strictObject({
        ...PageInput,
        ps: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), pageSize),
        ...filters,
      }),
      output: listOf(RoleRecord),
    }),
    save: defineCall({
      ...common,
      key: 'saveRole',
      method: 'POST',
      path: 'saveRole',
      input: RoleInput,
      output: resultOf(RoleRecord),
    }),
    remove: defineCall({
      ...common,
      key: 'deleteRole',
      method: 'POST',
      path: 'deleteRole',
      input: z.strictObject({ id: RoleId }),
      output: z.object({ message: z.string() }),
    }),
  },
  allCall: defineCall({
    ...common,
    key: 'roles/ALL',
    method: 'GET',
    path: 'roles/ALL',
    input: z.strictObject(filters),
    output: resultOf(z.array(RoleRecord)),
  }),
}

/** The modules that a role may include, with words. */
export const moduleCalls = {
  modules: defineCall({
    ...common,
    key: 'modules',
    method: 'GET',
    path: 'modules',
    input: z.strictObject({}),
    output: resultOf(z.array(ModuleItem)),
  }),
} as const
