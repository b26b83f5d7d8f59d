import { sql } from 'kysely'
import { VISIT_PART_TYPES, type VisitPartType } from '#contract/calls/sync.ts'
import { VISIT_PART_TABLES } from './part-source.ts'
import { visitScopes } from './store.ts'
import type { VisitWork } from './write-store.ts'

/** The column that decides in which scopes of the feed a visit and its parts stand. */
type ScopedVisit = Parameters<typeof visitScopes>[0]
type Announcer = Pick<VisitWork, 'changed'>

/** Tells the feed of a part that was written: it stands wherever its visit does. */
export function visitPartChanged(
  ctx: Announcer,
  type: VisitPartType,
  part: { id: string; rev: number },
  visit: ScopedVisit,
): void {
  ctx.changed({ type, id: part.id, rev: part.rev, scopes: visitScopes(visit) })
}

/** Tells the feed of a part that was deleted: every device that holds it drops it. */
export function visitPartLeft(
  ctx: Announcer,
  type: VisitPartType,
  part: { id: string; rev: number },
  visit: ScopedVisit,
): void {
  ctx.changed({ type, id: part.id, rev: part.rev, scopes: [], left: visitScopes(visit) })
}

/**
 * Tells the feed of all that stands with a visit, unchanged: it was moved to another day, and a device may keep that day
 * which did not keep the one before.
 */
export async function bringVisitParts(
  ctx: Pick<VisitWork, 'tx' | 'changed'>,
  visit: ScopedVisit & { client_id: string; id: string },
): Promise<void> {
  for (const type of VISIT_PART_TYPES) {
    const { table, hides } = VISIT_PART_TABLES[type]
    const { rows } = await sql<{ id: string; rev: number }>`
      select id, rev from ${sql.table(table)} p
      where p.client_id = ${visit.client_id} and p.visit_id = ${visit.id} ${hides ? sql`and p.hidden is null` : sql``}`.execute(
      ctx.tx,
    )
    for (const part of rows) visitPartChanged(ctx, type, part, visit)
  }
}
