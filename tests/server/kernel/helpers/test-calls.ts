import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type AnyCall, defineCall, type Upcast } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { EntityId, requiredText } from '#contract/kernel/fields.ts'
import type { HandlersFor } from '#server/kernel/context.ts'

const Tag = z.object({ id: EntityId, rev: z.int(), name: z.string() })

const nameOfTitle: Upcast = ({ title, ...input }) => (title === undefined ? input : { ...input, name: title })

const tagAggregate = (input: { id: string }) => ({ type: 'tag', id: input.id })

/** Small calls over study_tag, whose id, revision and name are enough for the kernel's rules. */
export const testCalls = {
  saveTag: defineCall({
    key: 'test/saveTag',
    base: 'both',
    method: 'POST',
    path: 'test/saveTag',
    access: 'session',
    offline: {
      kind: 'queue',
      version: 2,
      aggregate: tagAggregate,
      keepForEver: (input: { name: string }) => input.name === 'signed',
      // Version 1 used another name for the field `name`.
      upcast: [nameOfTitle],
    },
    /** `scope` and `left` control the feed; `holdMs` keeps the transaction open. */
    input: z.strictObject({
      id: EntityId,
      name: requiredText(40),
      scope: z.optional(z.string()),
      left: z.optional(z.string()),
      holdMs: z.optional(z.int()),
      /** Flagged if it was made offline, refused otherwise. */
      needs: z.optional(z.string()),
    }),
    output: z.object({ message: z.string(), result: Tag }),
  }),
  guarded: defineCall({
    key: 'test/guarded',
    base: 'php',
    method: 'POST',
    path: 'test/guarded/{id}',
    access: 'verify_report',
    offline: { kind: 'queue', version: 1, aggregate: tagAggregate },
    input: z.strictObject({ id: EntityId }),
    output: z.object({ result: Tag }),
  }),
  readTag: defineCall({
    key: 'test/tag',
    base: 'both',
    method: 'GET',
    path: 'test/tag/{id}',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ id: EntityId, n: z.optional(z.coerce.number().check(z.int())) }),
    output: z.object({ result: Tag }),
  }),
  variants: defineCall({
    key: 'test/variants',
    base: 'api',
    method: 'POST',
    path: 'test/variants',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({
      branch_id: z.optional(EntityId),
      isradiology: z.optional(z.int()),
      uid: z.optional(z.string()),
    }),
    output: z.object({ result: z.record(z.string(), z.unknown()) }),
  }),
  who: defineCall({
    key: 'test/who',
    base: 'both',
    method: 'GET',
    path: 'test/who',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({}),
    output: z.object({ result: z.object({ name: z.string(), zone: z.string() }) }),
  }),
  broken: defineCall({
    key: 'test/broken',
    base: 'both',
    method: 'GET',
    path: 'test/broken',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ how: z.enum(['throws', 'shape', 'database']) }),
    output: z.object({ result: z.int() }),
  }),
  open: defineCall({
    key: 'test/open',
    base: 'both',
    method: 'POST',
    path: 'test/open',
    access: 'public',
    offline: { kind: 'never' },
    input: z.strictObject({ word: z.optional(z.string()) }),
    output: z.object({ result: z.object({ address: z.string(), inTransaction: z.boolean() }) }),
  }),
} as const satisfies Record<string, AnyCall>

/** How often the effect of saveTag began, counted outside any transaction. */
export const effects = { begun: 0 }

export const testHandlers: HandlersFor<typeof testCalls> = {
  saveTag: async (input, ctx) => {
    effects.begun += 1
    const { clientId } = ctx.caller
    const key = { client_id: clientId, id: input.id }
    const stored = await ctx.tx
      .selectFrom('study_tag')
      .select('rev')
      .where('client_id', '=', clientId)
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirst()
    if (stored && stored.rev !== ctx.baseRev) throw new Refusal('conflict', undefined, { current: stored })
    const rev = (stored?.rev ?? 0) + 1
    if (input.needs !== undefined && !ctx.madeOffline) throw new Refusal('refused', 'That slot is taken.')
    if (input.needs !== undefined) ctx.flag(input.needs)
    if (input.name === 'refuse') throw new Refusal('refused', 'Not this name.')
    if (stored)
      await ctx.tx
        .updateTable('study_tag')
        .set({ rev, name: input.name })
        .where('client_id', '=', clientId)
        .where('id', '=', input.id)
        .execute()
    else
      await ctx.tx
        .insertInto('study_tag')
        .values({ ...key, rev, name: input.name, color: input.scope ?? 'client' })
        .execute()
    ctx.changed({
      type: 'tag',
      id: input.id,
      rev,
      scopes: [input.scope ?? 'client'],
      left: input.left === undefined ? [] : [input.left],
    })
    await ctx.audit('save', 'tag', input.id)
    if (input.holdMs) await sql`select pg_sleep(${input.holdMs / 1000})`.execute(ctx.tx)
    return { message: 'Saved', result: { id: input.id, rev, name: input.name } }
  },
  guarded: async (input) => ({ result: { id: input.id, rev: 1, name: 'guarded' } }),
  readTag: async (input, ctx) => {
    const tag = await ctx.tx.selectFrom('study_tag').selectAll().where('id', '=', input.id).executeTakeFirst()
    if (!tag) throw new Refusal('not_found')
    return { result: tag }
  },
  variants: async (input) => ({ result: input }),
  who: async (_, { caller }) => ({ result: { name: caller.name, zone: caller.timeZone } }),
  broken: async ({ how }, ctx) => {
    if (how === 'throws') throw new TypeError('Anna Patient is not a function')
    if (how === 'database') await sql`select ${'Anna Patient'}::uuid`.execute(ctx.tx)
    return { result: 'Anna Patient' as unknown as number }
  },
  open: async (_, { entry, address }) => {
    const inTransaction = await entry(async (tx) => {
      const { rows } = await sql<{ inside: boolean }>`select now() = statement_timestamp() as inside`.execute(
        tx,
      )
      return rows[0]?.inside === false
    })
    return { result: { address, inTransaction } }
  },
}
