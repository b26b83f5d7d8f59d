import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, requiredText, text } from '../kernel/fields.ts'
import { listOf, PageInput, resultOf } from '../kernel/paging.ts'
import { AiCompanyModality } from '../masters/ai-company.ts'
import { client } from '../masters/client.ts'

const get = { method: 'GET', offline: { kind: 'never' } } as const

/** A client for the platform's administrator; the record itself is contract/masters/client. */
export const clientCalls = {
  detail: defineCall({
    ...get,
    key: 'client/detail',
    base: 'api',
    path: 'client/detail/{id}',
    access: 'manage_clients',
    input: z.strictObject({ id: EntityId }),
    output: resultOf(client.record),
  }),
} as const

/** The licence of the caller's client, for its administrators. */
export const LicenceState = z.object({
  name: z.string(),
  /** Its last day. */
  expired_on: Day,
  /** Days left, including the last one. */
  days_left: z.int(),
  /** Only administrators can still sign in. */
  is_over: z.boolean(),
  no_of_branches: z.int(),
  no_of_doctors: z.int(),
  branches: z.int(),
  doctors: z.int(),
})
export type LicenceState = z.output<typeof LicenceState>

/** Calls of a client's administrator to the platform. */
export const ownClientCalls = {
  licence: defineCall({
    ...get,
    key: 'client/licence',
    base: 'api',
    path: 'client/licence',
    access: 'session',
    input: z.strictObject({}),
    /** Null if the client has no licence, which means no limits. */
    output: resultOf(z.nullable(LicenceState)),
  }),
  activateLicence: defineCall({
    key: 'client/activateLicence',
    base: 'api',
    method: 'POST',
    path: 'client/activateLicence',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ key: requiredText(100) }),
    output: z.object({ message: z.string(), result: LicenceState }),
  }),
  setupState: defineCall({
    ...get,
    key: 'client/setupState',
    base: 'api',
    path: 'client/setupState',
    access: 'session',
    input: z.strictObject({}),
    /** The remaining steps of setting a client up, in order; empty once all are done. */
    output: resultOf(
      z.object({
        steps: z.array(
          z.object({
            step: z.enum(['branch', 'department', 'machine', 'service', 'user', 'pacs']),
            is_done: z.boolean(),
          }),
        ),
      }),
    ),
  }),
} as const

/** The modalities that an AI company reads, for people who assign it to clients. */
export const aiCompanyCalls = {
  bodyParts: defineCall({
    ...get,
    key: 'ai/companyBodyParts',
    base: 'api',
    path: 'ai/companyBodyParts/{id}',
    access: 'session',
    input: z.strictObject({ id: EntityId }),
    output: resultOf(z.array(AiCompanyModality)),
  }),
} as const

const Country = z.object({
  id: z.int(),
  name: z.string(),
  phone_code: z.string(),
  currency: z.string(),
  no_of_decimal: z.int(),
  locale: z.string(),
})

/** Countries with their phone and money formats. */
export const countryCalls = {
  list: defineCall({
    ...get,
    key: 'master/countries',
    base: 'php',
    path: 'master/countries',
    access: 'session',
    input: z.strictObject({ ...PageInput, k: z.optional(text(200)) }),
    output: listOf(Country),
  }),
  all: defineCall({
    ...get,
    key: 'master/countries/ALL',
    base: 'php',
    path: 'master/countries/ALL',
    access: 'session',
    input: z.strictObject({ k: z.optional(text(200)) }),
    output: resultOf(z.array(Country)),
  }),
} as const
