import { sql } from 'kysely'
import { VISIT_PARTS, type VisitPartType } from '#contract/records/records.ts'
import { visitScopes } from '../store.ts'
import type { VisitWriteContext } from '../write-store.ts'

/** The column that decides which feed scopes a visit and its parts belong to. */
type ScopedVisit = Parameters<typeof visitScopes>[0]
type Announcer = Pick<VisitWriteContext, 'changed'>

/** Announces a written part to the feed, in the scopes of its visit. */
export function visitPartChanged(
  ctx: Announcer,
  type: VisitPartType,
  part: { id: string; rev: number },
  visit: ScopedVisit,
): void {
  ctx.changed({ type, id: part.id, rev: part.rev, scopes: visitScopes(visit) })
}

/** Announces a deleted part to the feed, so that every device that holds it removes it. */
export function visitPartLeft(
  ctx: Announcer,
  type: VisitPartType,
  part: { id: string; rev: number },
  visit: ScopedVisit,
): void {
  ctx.changed({ type, id: part.id, rev: part.rev, scopes: [], left: visitScopes(visit) })
}

/**
 * Announces all parts of a visit to the feed without a new revision. Needed when the visit moves to another day: a
 * device may keep the new day without having kept the old one.
 */
export async function bringVisitParts(
  ctx: Pick<VisitWriteContext, 'tx' | 'changed'>,
  visit: ScopedVisit & { client_id: string; id: string },
): Promise<void> {
  for (const { type, stored } of VISIT_PARTS) {
    const { table, hides } = stored
    const { rows } = await sql<{ id: string; rev: number }>`
      select id, rev from ${sql.table(table)} p
      where p.client_id = ${visit.client_id} and p.visit_id = ${visit.id} ${hides ? sql`and p.hidden is null` : sql``}`.execute(
      ctx.tx,
    )
    for (const part of rows) visitPartChanged(ctx, type, part, visit)
  }
}
