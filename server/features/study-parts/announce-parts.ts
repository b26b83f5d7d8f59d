import { sql } from 'kysely'
import { STUDY_PARTS, type StudyPartType } from '#contract/records/records.ts'
import type { Context } from '#server/kernel/context.ts'
import { studyScopes } from '../studies/public/store.ts'

type ScopedStudy = Parameters<typeof studyScopes>[0]

/** Announces a written part to the feed, in the scopes of its study. */
export function partChanged(
  ctx: Context,
  type: StudyPartType,
  part: { id: string; rev: number },
  study: ScopedStudy,
): void {
  ctx.changed({ type, id: part.id, rev: part.rev, scopes: studyScopes(study) })
}

/** Announces all parts of a study in the study's new scopes; does nothing if the scopes are unchanged. */
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
  for (const { type, stored } of STUDY_PARTS) {
    const { rows } = await sql<{ id: string; rev: number }>`
      select id, rev from ${sql.table(stored.table)}
      where client_id = ${ctx.caller.clientId} and study_id = ${studyId}`.execute(ctx.tx)
    for (const { id, rev } of rows) ctx.changed({ type, id, rev, scopes, left })
  }
}

/** Announces a deleted part to the feed, so that every device that holds it removes it. */
export function partLeft(
  ctx: Context,
  type: StudyPartType,
  part: { id: string; rev: number },
  study: ScopedStudy,
): void {
  ctx.changed({ type, id: part.id, rev: part.rev, scopes: [], left: studyScopes(study) })
}

/** Removes all parts of a study from every device that holds them. */
export async function dropParts(ctx: Context, studyId: string, study: ScopedStudy): Promise<void> {
  for (const { type, stored } of STUDY_PARTS) {
    const { rows } = await sql<{ id: string; rev: number }>`
      select id, rev from ${sql.table(stored.table)}
      where client_id = ${ctx.caller.clientId} and study_id = ${studyId}`.execute(ctx.tx)
    for (const part of rows) partLeft(ctx, type, part, study)
  }
}
