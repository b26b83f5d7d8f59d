import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { clientCalls } from '#contract/calls/platform.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { client } from '#contract/masters/client.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { asPlatform } from '#server/kernel/database/as-platform.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import type { LiveContext, LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import { contextOf, write } from '#server/kernel/sync/feed/write.ts'
import { findLogo } from './client-logo.ts'
import { clientTable } from './client-record.ts'
import { demandPlatform } from './demand-platform.ts'
import { findRow, recordsOf, selectAll, selectPage } from './platform-table.ts'
import { saveClient } from './save-client.ts'

export const clientReads = {
  list: client.calls.list,
  all: client.allCall as NonNullable<typeof client.allCall>,
  ...clientCalls,
}

/** Handlers of clients for the platform's administrator (docs/masters.md#clients-and-licences). */
export const clientReadHandlers: HandlersFor<typeof clientReads> = {
  list: async ({ p, ps, ...filter }, { tx, caller }) => {
    demandPlatform(caller, 'manage_clients')
    return { result: await selectPage(tx, clientTable, filter, { p, ps }) }
  },
  all: async (filter, { tx, caller }) => {
    demandPlatform(caller, 'manage_clients')
    return { result: await selectAll(tx, clientTable, filter) }
  },
  detail: async ({ id }, { tx, caller }) => {
    demandPlatform(caller, 'manage_clients')
    const [result] = await asPlatform(tx, async (tx) => {
      const row = id === PLATFORM_CLIENT_ID ? undefined : await findRow(tx, client, id)
      return recordsOf(tx, clientTable, row?.hidden === null ? [row] : [])
    })
    if (!result) throw new Refusal('not_found')
    return { result }
  },
}

export const clientWrites = { save: client.calls.save, remove: client.calls.remove }

/**
 * Returns the handlers that write clients. Each write runs in the client's own transaction, so that its row, people,
 * audit trail and feed are written together.
 */
export function createClientWriteHandlers({ kernel }: FastifyInstance): LiveHandlersFor<typeof clientWrites> {
  return {
    save: async (input, live) => {
      demandPlatform(live.caller, 'manage_clients')
      const logo = await live.tenant((ctx) => findLogo(input.image_file_id, ctx))
      const id = input.id ?? uuidv7()
      const result = await insideClient(kernel, live, id, (ctx) =>
        saveClient({ input: { ...input, id }, logo }, ctx),
      )
      await noteAtPlatform(live, 'save', id)
      return { message: 'Saved', result }
    },
    remove: async ({ id }, live) => {
      demandPlatform(live.caller, 'manage_clients')
      await insideClient(kernel, live, id, (ctx) => removeClient(id, ctx))
      await noteAtPlatform(live, 'delete', id)
      return { message: 'Deleted' }
    },
  }
}

// Also records the act in the platform's own audit trail; the client's trail is written in its transaction.
const noteAtPlatform = (live: LiveContext, action: 'save' | 'delete', id: string) =>
  live.tenant((ctx) => ctx.audit(action, client.key, id))

/** Runs in a transaction of that client, as the acting person of the platform. */
export async function insideClient<T>(
  kernel: Kernel,
  { caller, baseRev }: LiveContext,
  clientId: string,
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  const acting = { ...caller, clientId }
  const { value } = await write(kernel, clientId, (work) =>
    run(contextOf(kernel, acting, work, { baseRev, madeOffline: false })),
  )
  return value
}

// Deactivates and hides a client and signs everybody out; deletes no row (docs/reports.md: deletes hide and keep).
async function removeClient(id: string, ctx: Context): Promise<void> {
  await asPlatform(ctx.tx, async (tx) => {
    const row = id === PLATFORM_CLIENT_ID ? undefined : await findRow(tx, client, id, 'lock')
    if (!row || row.hidden !== null) throw new Refusal('not_found')
    await sql`update client set active = false, hidden = ${ctx.now}, rev = rev + 1 where id = ${id}`.execute(
      tx,
    )
  })
  await sql`select entry.revoke_client_sessions(${id}, ${ctx.now})`.execute(ctx.tx)
  await ctx.audit('delete', client.key, id)
}
