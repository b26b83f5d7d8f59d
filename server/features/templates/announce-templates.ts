import type { Context } from '#server/kernel/context.ts'
import { CLIENT_SCOPE } from '#server/kernel/scopes.ts'

/** Announces a template to every device of the client that holds it for selection (contract/calls/directory.ts). */
export function announceTemplate(ctx: Context, { id, rev }: { id: string; rev: number }): void {
  ctx.changed({ type: 'template', id, rev, scopes: [CLIENT_SCOPE] })
}

/**
 * Announces all templates of a category with new revisions, because their copies on devices contain the category's
 * name, department and state.
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
