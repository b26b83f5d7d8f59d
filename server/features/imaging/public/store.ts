import type { Selectable } from 'kysely'
import type { AiBodyPart } from '#contract/calls/imaging.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { readsItAgain } from '#server/features/peer-learning/public/rights.ts'
import { demandImagesRight } from '#server/features/studies/public/portal-rights.ts'
import { canSeeStudy } from '#server/features/studies/public/rights.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { Pacs } from '#server/kernel/database/schema.ts'

export type PacsRow = Selectable<Pacs>

/** The fields of a study that its image server and viewer need. */
export interface ImagedStudy {
  id: string
  study_iuid: string
  accession_no: string
  pat_id: string
  modality: string
  pacs_id: string | null
  time_zone: string
}

/**
 * Returns a study whose images the caller may view: like getImagedStudy, and also while it waits for the caller's
 * second reading.
 */
export async function getViewedStudy(ctx: Context, id: string): Promise<ImagedStudy> {
  return getStudyOf(ctx, id, await readsItAgain(ctx, id))
}

/** Returns a study whose images the caller may see; without access, throws as if it did not exist. */
export const getImagedStudy = (ctx: Context, id: string): Promise<ImagedStudy> => getStudyOf(ctx, id, false)

async function getStudyOf(ctx: Context, id: string, isGiven: boolean): Promise<ImagedStudy> {
  const study = await ctx.tx
    .selectFrom('study as s')
    .leftJoin('branch as b', (on) =>
      on.onRef('b.client_id', '=', 's.client_id').onRef('b.id', '=', 's.branch_id'),
    )
    .select(['s.id', 's.study_iuid', 's.accession_no', 's.pat_id', 's.modality', 's.pacs_id'])
    .select(['s.branch_id', 's.assigned_doctor_id', 's.signed_by_doctor_id', 's.active_until', 'b.time_zone'])
    .where('s.client_id', '=', ctx.caller.clientId)
    .where('s.id', '=', id)
    .where('s.hidden', 'is', null)
    .executeTakeFirst()
  if (!study) throw new Refusal('not_found')
  if (!isGiven) {
    if (!canSeeStudy(ctx.caller, study)) throw new Refusal('not_found')
    demandImagesRight(ctx, study)
  }
  return { ...study, time_zone: study.time_zone ?? ctx.caller.timeZone }
}

/** Returns the study's image server; throws if it is unknown or was removed. */
export async function getPacsOf(ctx: Context, study: Pick<ImagedStudy, 'pacs_id'>): Promise<PacsRow> {
  const pacs = study.pacs_id && (await findPacs(ctx.tx, ctx.caller.clientId, study.pacs_id))
  if (!pacs) throw new Refusal('refused', 'The image server of this study is not known.')
  return pacs
}

export async function findPacs(tx: Tx, clientId: string, id: string): Promise<PacsRow | undefined> {
  return tx
    .selectFrom('pacs')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the newest visible study of a UID on an image server; after a split, two rows share the UID. */
export async function findStudyIdByUid(
  ctx: Context,
  pacsId: string,
  uid: string,
): Promise<string | undefined> {
  const row = await ctx.tx
    .selectFrom('study')
    .select('id')
    .where('client_id', '=', ctx.caller.clientId)
    .where('study_iuid', '=', uid)
    .where('pacs_id', '=', pacsId)
    .where('hidden', 'is', null)
    .orderBy('split_from_id', (order) => order.nullsFirst())
    .executeTakeFirst()
  return row?.id
}

/** Returns the client's settings for images; a client without a row has the defaults. */
export async function selectImageSettings(tx: Tx, clientId: string) {
  const row = await tx
    .selectFrom('client_setting')
    .select(['auto_open_viewer_newtab', 'study_download'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return { opensByItself: row?.auto_open_viewer_newtab ?? false, canDownload: row?.study_download ?? false }
}

/** A body part as it is offered, with the viewer for the company's result. */
export interface OfferedBodyPart extends AiBodyPart {
  viewer_url: string
}

/** Returns what AI companies read for the client, by company and body part. */
export async function selectAiBodyParts(tx: Tx, clientId: string): Promise<OfferedBodyPart[]> {
  return tx
    .selectFrom('client_ai_bodypart as own')
    .innerJoin('ai_company_bodypart as part', 'part.id', 'own.bodypart_id')
    .innerJoin('ai_company as company', 'company.id', 'part.company_id')
    .select(['part.id', 'part.modality', 'part.bodypart', 'part.viewer_url', 'own.ae_title'])
    .select(['part.company_id as ai_company_id', 'company.name as company'])
    .where('own.client_id', '=', clientId)
    .where('part.active', '=', true)
    .where('company.active', '=', true)
    .orderBy('company.name')
    .orderBy('part.modality')
    .orderBy('part.bodypart')
    .execute()
}
