import type { FastifyInstance } from 'fastify'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import { serveCalls } from '#server/kernel/http/serve-calls.ts'
import { hooked, type MasterHooks, type MountedMaster } from './hooks.ts'
import { recordsOf } from './records.ts'
import { removeRecord } from './remove.ts'
import { demandRead, demandWrite } from './rights.ts'
import { type Saved, saveRecord } from './save.ts'
import { type MasterFilters, selectAll, selectPage } from './store.ts'

/**
 * Serves the calls of a declared master over its table: list, the list without pages where it has one, save, remove.
 * Rights, revisions, names, references, announcements and the trail come from the declaration; `hooks` add the rest.
 */
export function mountMaster<M extends AnyMaster>(
  app: FastifyInstance,
  master: M,
  hooks: MasterHooks<M> = {},
): void {
  serveMaster(app, hooked(master, hooks))
}

/** The same for a master that was put together with its hooks already. */
export function serveMaster(app: FastifyInstance, mounted: MountedMaster): void {
  const { calls, allCall } = mounted.master
  const { secrets } = app.kernel
  const { master } = mounted
  const reads = (caller: Caller) => demandRead(master, caller)
  const writes = (caller: Caller) => demandWrite(master, caller)
  const handlers = {
    list: (input, ctx) => answerPage(mounted, input as never, ctx),
    save: async (input: Saved, ctx) => ({
      message: 'Saved',
      result: await saveRecord(mounted, input, ctx, secrets),
    }),
    remove: async ({ id }: { id: string }, ctx) => {
      await removeRecord(mounted, id, ctx)
      return { message: 'Deleted' }
    },
  } as HandlersFor<typeof calls>
  serveCalls(app, calls, handlers, { list: reads, save: writes, remove: writes })
  if (allCall)
    serveCalls(
      app,
      { allCall },
      { allCall: (input, ctx) => answerAll(mounted, input as never, ctx) as never },
      reads,
    )
}

async function answerPage(
  mounted: MountedMaster,
  input: MasterFilters & { p: number; ps: number },
  ctx: Context,
) {
  demandRead(mounted.master, ctx.caller)
  const { rows, start, matching } = await selectPage(ctx.tx, mounted, ctx.caller, input)
  const data = await recordsOf(mounted, rows, ctx)
  const page = { start, total: rows.length, total_records: matching, cur_page: input.p }
  return { result: { data, page } }
}

async function answerAll(mounted: MountedMaster, filters: MasterFilters, ctx: Context) {
  demandRead(mounted.master, ctx.caller)
  return { result: await recordsOf(mounted, await selectAll(ctx.tx, mounted, ctx.caller, filters), ctx) }
}
