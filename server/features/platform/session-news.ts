import type { Context } from '#server/kernel/context.ts'
import { CLIENT_SCOPE } from '#server/kernel/scopes.ts'

/**
 * Informs open pages of the client that their rights have changed. Nobody holds a copy of the client's own record: a
 * feed row that removes it only pokes every device at once, whose next pull then returns the new rights
 * (server/kernel/sync/pull/rights-mark.ts).
 */
export function announceSession(ctx: Pick<Context, 'changed'>, clientId: string): void {
  ctx.changed({ type: 'master', id: clientId, rev: 0, scopes: [], left: [CLIENT_SCOPE] })
}
