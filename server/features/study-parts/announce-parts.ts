import { sql } from 'kysely'
import { STUDY_PART_TYPES, type StudyPartType } from '#contract/calls/sync.ts'
import type { Context } from '#server/kernel/context.ts'
import { studyScopes } from '../studies/store.ts'
import { PART_TABLES } from './part-source.ts'

type ScopedStudy = Parameters<typeof studyScopes>[0]

/** Tells the feed of a part that was written: it stands wherever its study does. */
export function partChanged(
  ctx: Context,
  type: StudyPartType,
  part: { id: string; rev: number },
  study: ScopedStudy,
): void {
  ctx.changed({ type, id: part.id, rev: part.rev, scopes: studyScopes(study) })
}

/** Moves all that stands with a study to where the study stands now; nothing where it stands as before. */
export async function moveParts(
  ctx: Context,
  studyId: string,
  before: ScopedStudy,
  after: ScopedStudy,
): Promise<void> {
  const scopes = studyScopes(after)
  const old = studyScopes(before)
  const left = old.filter((scope) => !scopes.includes(scope))
  if (left.length === 0 && scopes.length === old.length) return
  for (const type of STUDY_PART_TYPES) {
    const { rows } = await sql<{ id: string; rev: number }>`
      select id, rev from ${sql.table(PART_TABLES[type].table)}
      where client_id = ${ctx.caller.clientId} and study_id = ${studyId}`.execute(ctx.tx)
    for (const { id, rev } of rows) ctx.changed({ type, id, rev, scopes, left })
  }
}

/** Tells the feed of a part that was deleted: every device that holds it drops it. */
export function partLeft(
  ctx: Context,
  type: StudyPartType,
  part: { id: string; rev: number },
  study: ScopedStudy,
): void {
  ctx.changed({ type, id: part.id, rev: part.rev, scopes: [], left: studyScopes(study) })
}

/** Takes all that stands with a study from every device that holds it. */
export async function dropParts(ctx: Context, studyId: string, study: ScopedStudy): Promise<void> {
  for (const type of STUDY_PART_TYPES) {
    const { rows } = await sql<{ id: string; rev: number }>`
      select id, rev from ${sql.table(PART_TABLES[type].table)}
      where client_id = ${ctx.caller.clientId} and study_id = ${studyId}`.execute(ctx.tx)
    for (const part of rows) partLeft(ctx, type, part, study)
  }
}
