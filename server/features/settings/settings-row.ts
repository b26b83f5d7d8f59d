import type { Selectable, Updateable } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { ClientSetting } from '#server/kernel/database/schema.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { judgeMoved } from '#server/kernel/keys/moved-secrets.ts'
import { fieldOf, SETTINGS_GO_TO } from './secret-places.ts'

export type SettingsRow = Selectable<ClientSetting>

const selectRow = (tx: Tx, clientId: string) =>
  tx.selectFrom('client_setting').selectAll().where('client_id', '=', clientId)

/** The settings of a client; a client that has set nothing yet gets its row, with the defaults, in this transaction. */
export async function getSettings({ tx, caller }: Pick<Context, 'tx' | 'caller'>): Promise<SettingsRow> {
  const found = await selectRow(tx, caller.clientId).executeTakeFirst()
  if (found) return found
  await insertDefaults(tx, caller.clientId)
  return selectRow(tx, caller.clientId).executeTakeFirstOrThrow()
}

/**
 * The same, locked for a change that was made on revision `rev`; refuses a stale one with what `shown` makes of the
 * settings as they stand.
 */
export async function lockSettings(
  ctx: Context,
  rev: number | undefined,
  shown: (row: SettingsRow) => Promise<unknown>,
): Promise<SettingsRow> {
  const { tx, caller, baseRev = rev } = ctx
  await insertDefaults(tx, caller.clientId)
  const row = await selectRow(tx, caller.clientId).forUpdate().executeTakeFirstOrThrow()
  if (baseRev !== undefined && baseRev !== row.rev)
    throw new Refusal('conflict', undefined, { current: await shown(row) })
  return row
}

/**
 * Writes the columns with the next revision. Refuses a stored secret that would go to another address than the one that it
 * was entered for, and forgets one that has no address any more.
 */
export async function updateSettings(
  { tx }: Context,
  row: SettingsRow,
  columns: Updateable<ClientSetting>,
): Promise<SettingsRow> {
  const { broken, forgotten } = judgeMoved(SETTINGS_GO_TO, row, columns)
  const rules = Object.entries(broken).map(([column, rule]) => [fieldOf(column), rule])
  if (rules.length > 0) throw invalid(Object.fromEntries(rules))
  return tx
    .updateTable('client_setting')
    .set({ ...columns, ...forgotten, rev: row.rev + 1 })
    .where('client_id', '=', row.client_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function insertDefaults(tx: Tx, clientId: string): Promise<void> {
  await tx
    .insertInto('client_setting')
    .values({ client_id: clientId })
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .execute()
}
