import type { Selectable, Updateable } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { ClientSetting } from '#server/kernel/database/schema.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { judgeMoved } from '#server/kernel/keys/moved-secrets.ts'
import { fieldOf, SETTINGS_GO_TO } from './secret-destinations.ts'

export type SettingsRow = Selectable<ClientSetting>

const selectRow = (tx: Tx, clientId: string) =>
  tx.selectFrom('client_setting').selectAll().where('client_id', '=', clientId)

/** Returns the settings of a client; without any, inserts a row with the defaults in this transaction. */
export async function getSettings({ tx, caller }: Pick<Context, 'tx' | 'caller'>): Promise<SettingsRow> {
  const found = await selectRow(tx, caller.clientId).executeTakeFirst()
  if (found) return found
  await insertDefaults(tx, caller.clientId)
  return selectRow(tx, caller.clientId).executeTakeFirstOrThrow()
}

/**
 * Does the same and locks the row for a change based on revision `rev`; throws for a stale revision, with the current
 * settings as formatted by `shown`.
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
 * Writes the columns with the next revision. Throws if a stored secret would be sent to another address than the one
 * it was entered for; deletes a secret without an address.
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
