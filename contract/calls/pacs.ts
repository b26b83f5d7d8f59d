import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { AUTH_KINDS, CLIENT_AUTHS, PEM_MAX } from '../masters/pacs.ts'

const never = { kind: 'never' } as const
const live = { base: 'api', access: 'session', offline: never, inClient: true } as const

/** AE titles that send to an image server, as it reports them. */
const AetNames = resultOf(z.array(z.string()))

/** The result of a connection test (issue D item 7). */
export const ConnectionTest = z.object({
  ok: Flag,
  /** One sentence for a person: what works, or what failed. */
  words: z.string(),
  /** Response time. */
  ms: z.int(),
})
export type ConnectionTest = z.output<typeof ConnectionTest>

/** Calls to image servers while a person waits; the record itself is contract/masters/pacs. */
export const pacsCalls = {
  getAetSources: defineCall({
    ...live,
    key: 'pacs/getAetSources',
    method: 'GET',
    path: 'pacs/getAetSources/{pacs_id}',
    input: z.strictObject({ pacs_id: EntityId, client_id: z.optional(EntityId) }),
    output: AetNames,
  }),
  getAetSourcesNames: defineCall({
    ...live,
    key: 'archive/getAetSourcesNames',
    method: 'POST',
    path: 'archive/getAetSourcesNames',
    input: z.strictObject({ client_id: z.optional(EntityId) }),
    output: AetNames,
  }),
  testConnection: defineCall({
    ...live,
    key: 'pacs/testConnection',
    method: 'POST',
    path: 'pacs/testConnection',
    /** Values as in the form; a missing password means the stored one of `id`. */
    input: z.strictObject({
      client_id: z.optional(EntityId),
      id: z.optional(EntityId),
      type: z.enum(['Basic', 'Premium', 'Lite_Postgres']),
      db_host: z.string().check(z.minLength(1, 'is required'), z.maxLength(253)),
      db_port: z.int().check(z.gte(1), z.lte(65_535)),
      use_tls: z._default(Flag, 0),
      db_user: z._default(text(100), ''),
      db_password: z.optional(text(500)),
      db_name: text(200),
      // For a stored image server, missing values mean the stored ones.
      auth_kind: z.optional(z.enum(AUTH_KINDS)),
      oauth_token_url: z.optional(text(1000)),
      oauth_client_id: z.optional(text(300)),
      oauth_client_secret: z.optional(text(2000)),
      oauth_scope: z.optional(text(500)),
      oauth_client_auth: z.optional(z.enum(CLIENT_AUTHS)),
      client_certificate: z.optional(text(PEM_MAX)),
      client_key: z.optional(text(PEM_MAX)),
      server_ca: z.optional(text(PEM_MAX)),
    }),
    output: resultOf(ConnectionTest),
  }),
} as const
