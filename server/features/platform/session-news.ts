import type { Context } from '#server/kernel/context.ts'
import { CLIENT_SCOPE } from '#server/kernel/scopes.ts'

/**
 * Tells open pages of the client that what they may do has changed. The client's own record is nobody's copy: a row of
 * the feed that takes it away says nothing but that, and pokes every device at once, whose next pull answers other rights (server/kernel/sync/rights-mark.ts).
 */
export function announceSession(ctx: Pick<Context, 'changed'>, clientId: string): void {
  ctx.changed({ type: 'master', id: clientId, rev: 0, scopes: [], left: [CLIENT_SCOPE] })
}
