import * as z from 'zod/mini'
import { SALES_INVOICE_SCOPES, SALES_REPORT_SCOPES } from '#domain/access/sales-scopes.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, requiredText, text } from '../kernel/fields.ts'
import { listOf, PageInput, resultOf } from '../kernel/paging.ts'
import { STATUS_FILTER } from './define-master.ts'

/** The wire's number of a role, per client; 2 is the administrator's (DECISIONS "Wire"). */
export const RoleId = z.int().check(z.gte(1), z.lte(1_000_000))

const fields = {
  title: requiredText(100),
  status: Flag,
  sales_report: z.enum(SALES_REPORT_SCOPES),
  sales_invoice: z.enum(SALES_INVOICE_SCOPES),
  /** Numbers of application modules (domain/access/application-modules.ts). */
  app_modules: z.array(z.int()).check(z.maxLength(100)),
}

/** A role as its list shows it (spec 2 section 3). */
export const RoleRecord = z.object({
  id: RoleId,
  /** What devices and saves know the role by. */
  uid: EntityId,
  rev: z.int(),
  ...fields,
  /** How many people have the role. */
  users: z.int(),
  created: z.string(),
})
export type RoleRecord = z.output<typeof RoleRecord>

/** One application module that a role may be given. */
export const ModuleItem = z.object({ id: z.int(), name: z.string(), label: z.string(), group: z.string() })

export const ROLE_PAGE_SIZE = 25

const never = { kind: 'never' } as const
const common = { base: 'php', access: 'session', offline: never } as const
const filters = { k: z.optional(text(200)), ...STATUS_FILTER }

/** Roles of a client (spec 2 sections 2.3 and 7). Their numbers are the server's, so they are edited online only. */
export const roleCalls = {
  modules: defineCall({
    ...common,
    key: 'modules',
    method: 'GET',
    path: 'modules',
    input: z.strictObject({}),
    output: resultOf(z.array(ModuleItem)),
  }),
  list: defineCall({
    ...common,
    key: 'roles',
    method: 'GET',
    path: 'roles',
    input: z.strictObject({
      ...PageInput,
      ps: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), ROLE_PAGE_SIZE),
      ...filters,
    }),
    output: listOf(RoleRecord),
  }),
  all: defineCall({
    ...common,
    key: 'roles/ALL',
    method: 'GET',
    path: 'roles/ALL',
    input: z.strictObject(filters),
    output: resultOf(z.array(RoleRecord)),
  }),
  save: defineCall({
    ...common,
    key: 'saveRole',
    method: 'POST',
    path: 'saveRole',
    input: z.strictObject({
      /** Absent for a new one. */
      id: z.optional(RoleId),
      /** Minted by whoever makes the role: a repeated save is the same role. */
      uid: z.optional(EntityId),
      /** The revision that the change is based on, where If-Match does not say it. */
      rev: z.optional(z.int()),
      ...fields,
      /** The administrator was told that this takes the own right to manage users, and wants it. */
      is_confirmed: z.optional(Flag),
    }),
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
} as const
