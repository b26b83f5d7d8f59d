import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { type LicenceInput, licence } from '#contract/masters/licence.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { asPlatform } from '#server/kernel/database/as-platform.ts'
import { columnsOf } from '#server/masters/columns.ts'
import type { StoredRow } from '#server/masters/hooks.ts'
import { demandPlatform } from './demand-platform.ts'
import { newLicenceKey } from './licence-key.ts'
import { findRow, type PlatformTable, selectAll, selectPage } from './platform-table.ts'
import { type PlatformSave, putRow, savePlatformRecord } from './save-platform-record.ts'

const table: PlatformTable<typeof licence> = {
  master: licence,
  complete: async (tx, rows) => {
    const ids = rows.flatMap(({ used_by }) => (used_by === null ? [] : [used_by as string]))
    const { rows: clients } = await sql<{ id: string; name: string }>`
      select id, name from client where id = any(${ids}::uuid[])`.execute(tx)
    const names = new Map(clients.map(({ id, name }) => [id, name]))
    return new Map(rows.map((row) => [row.id, completed(row, names)]))
  },
}

const completed = (row: StoredRow, names: ReadonlyMap<string, string>) => ({
  main_module_ids: row.main_module_ids,
  licence_key: row.licence_key,
  used_by: row.used_by,
  used_by_name: names.get(row.used_by as string) ?? '',
  using_from_date: row.using_from_date,
})

const save: PlatformSave<typeof licence, LicenceInput> = {
  table,
  write: async ({ id, input, before }, { tx, now }) => {
    const key = before ? {} : { licence_key: newLicenceKey(), created: now }
    const columns = {
      ...columnsOf(licence, input, before === undefined),
      main_module_ids: [...new Set(input.main_module_ids)],
      ...key,
    }
    await asPlatform(tx, (tx) => putRow(tx, licence, { id, before }, columns))
  },
}

export const licenceCalls = { ...licence.calls, all: licence.allCall as NonNullable<typeof licence.allCall> }

/** Handlers of licence keys for the platform's administrator (docs/masters.md#clients-and-licences). */
export const licenceHandlers: HandlersFor<typeof licenceCalls> = {
  list: async ({ p, ps, ...filter }, { tx, caller }) => {
    demandPlatform(caller, 'manage_clients')
    return { result: await selectPage(tx, table, filter, { p, ps }) }
  },
  all: async (filter, { tx, caller }) => {
    demandPlatform(caller, 'manage_clients')
    return { result: await selectAll(tx, table, filter) }
  },
  save: async (input, ctx) => {
    demandPlatform(ctx.caller, 'manage_clients')
    const result = await savePlatformRecord(save, input, ctx)
    return { message: 'Saved', result }
  },
  remove: async ({ id }, ctx) => {
    demandPlatform(ctx.caller, 'manage_clients')
    await asPlatform(ctx.tx, async (tx) => {
      const row = await findRow(tx, licence, id, 'lock')
      if (!row || row.hidden !== null) throw new Refusal('not_found')
      const { rows } = await sql<{ name: string }>`
        select name from client where id = ${row.used_by} and hidden is null`.execute(tx)
      // A deleted licence would leave the client without limits.
      if (rows[0])
        throw new Refusal(
          'in_use',
          `This licence key is in use by “${rows[0].name}”. Make it inactive instead.`,
        )
      await sql`update licence set active = false, hidden = ${ctx.now}, rev = rev + 1 where id = ${id}`.execute(
        tx,
      )
    })
    await ctx.audit('delete', licence.key, id)
    return { message: 'Deleted' }
  },
}
