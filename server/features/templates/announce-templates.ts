import type { Context } from '#server/kernel/context.ts'
import { CLIENT_SCOPE } from '#server/kernel/scopes.ts'

/** Tells every device of the client that holds the template as pickers do (contract/calls/directory.ts). */
export function announceTemplate(ctx: Context, { id, rev }: { id: string; rev: number }): void {
  ctx.changed({ type: 'template', id, rev, scopes: [CLIENT_SCOPE] })
}

/**
 * The category's name, department and state stand in each of its templates on the devices: they are brought anew, under
 * a revision of their own.
 */
export async function announceTemplatesOf(categoryId: string, ctx: Context): Promise<void> {
  const { tx, caller } = ctx
  const rows = await tx
    .updateTable('template')
    .set((eb) => ({ rev: eb('rev', '+', 1) }))
    .where('client_id', '=', caller.clientId)
    .where('cat_id', '=', categoryId)
    .where('hidden', 'is', null)
    .returning(['id', 'rev'])
    .execute()
  for (const row of rows) announceTemplate(ctx, row)
}
