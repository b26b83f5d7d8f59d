import { Refusal } from '#contract/kernel/error-codes.ts'
import { type QueScreenRecord, queScreen, type queScreenCalls } from '#contract/masters/que-screen.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { announce } from '#server/masters/announce.ts'
import { hooked, type StoredRow } from '#server/masters/hooks.ts'
import { oneRecordOf } from '#server/masters/records.ts'
import { demandRead, demandWrite } from '#server/masters/rights.ts'
import { lockRow, visibleRows } from '#server/masters/store.ts'
import { newUid, queScreenHooks } from './que-screen-hooks.ts'

const mounted = hooked(queScreen, queScreenHooks)

/** Checked before the input is parsed. */
export const queScreenDemands: DemandsFor<typeof queScreenCalls> = {
  bannerUrl: (caller) => demandRead(mounted.master, caller),
  renewLink: (caller) => demandWrite(mounted.master, caller),
}

export const queScreenHandlers: HandlersFor<typeof queScreenCalls> = {
  bannerUrl: async ({ screen_uid: uid }, ctx) => {
    demandRead(mounted.master, ctx.caller)
    const record = await recordByUid(uid, ctx)
    const { banner_file_id: fileId, banner_type: type } = record
    return { result: { file_url: fileId === null ? '' : ctx.fileUrl(fileId), type } }
  },
  renewLink: async ({ id }, ctx) => {
    const { tx, caller } = ctx
    demandWrite(mounted.master, caller)
    const before = await lockRow(tx, mounted, caller, id)
    if (!before) throw new Refusal('not_found')
    const row = await tx
      .updateTable('que_screen')
      .set({ uid: newUid(), rev: before.rev + 1 })
      .where('client_id', '=', caller.clientId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await announce(ctx, mounted.master, row)
    await ctx.audit('renew_link', queScreen.key, id, { rev: row.rev })
    return { result: await recordOf(row, ctx), message: 'Saved' }
  },
}

async function recordByUid(uid: string, ctx: Context): Promise<QueScreenRecord> {
  const row = await visibleRows(ctx.tx, mounted, ctx.caller)
    .selectAll()
    .$castTo<StoredRow>()
    .where('m.uid', '=', uid)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return recordOf(row, ctx)
}

const recordOf = async (row: StoredRow, ctx: Context) =>
  (await oneRecordOf(mounted, row, ctx)) as unknown as QueScreenRecord
