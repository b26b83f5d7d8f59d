import { v7 as uuidv7 } from 'uuid'
import type { AiRecord, aiCalls } from '#contract/calls/ai.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { viewerAddress } from '#domain/study/viewer-address.ts'
import { hasImages } from '#server/integrations/pacs/open-image-server.ts'
import type { Context } from '#server/kernel/context.ts'
import { getPacsOf, type OfferedBodyPart, selectAiBodyParts } from '../imaging/public/store.ts'
import { readsByPortalAlone } from '../studies/public/portal-rights.ts'
import { getStudyRow } from '../studies/public/store.ts'
import { changeStudy, type LockedStudy, lockStudy } from '../studies/public/write-store.ts'
import { SEND_TO_AI } from './send-job-name.ts'
import { insertAiReport } from './store.ts'

type SendInput = ParsedInputOf<typeof aiCalls.sendToAI>

/** study/sendToAI (docs/wire.md#paths-and-bases): stores the request to the company; a job sends the images. */
export async function sendToAI(input: SendInput, ctx: Context) {
  const study = await lockStudy(ctx, input.study_id)
  if (readsByPortalAlone(ctx.caller, study)) throw new Refusal('not_permitted')
  const parts = await demandOffered(ctx, input, study)
  const pacs = await getPacsOf(ctx, study)
  if (!hasImages(pacs))
    throw new Refusal('refused', 'Only the index of this image server is configured: it cannot send images.')
  await demandNothingUnderWay(ctx, study, input.ai_company_id)
  const id = uuidv7()
  await insertAiReport(ctx.tx, {
    ...rowOf(input, parts, study),
    id,
    sent_by: ctx.caller.userId,
    sent_on: ctx.now,
  })
  await changeStudy(ctx, study, { ai_report_id: id, ai_status: 'Sending' })
  await ctx.audit('send_to_ai', 'study', study.id, { ai_report_id: id, ai_company_id: input.ai_company_id })
  await ctx.addJob(SEND_TO_AI, [id])
  return {
    message: 'Sending',
    result: { study: await getStudyRow(ctx.tx, ctx.caller.clientId, study.id, ctx.now) },
  }
}

/** Throws unless the client is offered every requested body part and the items belong to the study. */
async function demandOffered(ctx: Context, input: SendInput, study: LockedStudy): Promise<OfferedBodyPart[]> {
  const offered = await selectAiBodyParts(ctx.tx, ctx.caller.clientId)
  return input.records.map((record, index) => {
    const part = offered.find((one) => one.ai_company_id === input.ai_company_id && isSame(one, record))
    if (!part) throw refusalOf(index, 'is nothing that this company reads for you')
    if (record.class === 'study' && record.id !== study.study_iuid) throw refusalOf(index, 'is another study')
    return part
  })
}

const isSame = (part: OfferedBodyPart, { aetitle, bodypart, modality }: AiRecord) =>
  part.ae_title === aetitle && part.bodypart === bodypart && part.modality === modality

const refusalOf = (index: number, rule: string) =>
  new Refusal('invalid', undefined, { fields: { [`records.${index}`]: rule } })

// A second request while images are being sent would send them to the company twice.
async function demandNothingUnderWay({ tx, caller }: Context, study: LockedStudy, companyId: string) {
  const underWay = await tx
    .selectFrom('ai_report')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('study_id', '=', study.id)
    .where('ai_company_id', '=', companyId)
    .where('status', '=', 'Sending')
    .executeTakeFirst()
  if (underWay) throw new Refusal('refused', 'The images are already on their way to this company.')
}

function rowOf(
  { study_id, ai_company_id, records }: SendInput,
  parts: OfferedBodyPart[],
  study: LockedStudy,
) {
  const allOf = (name: 'modality' | 'bodypart' | 'ae_title') =>
    [...new Set(parts.map((part) => part[name]))].join(', ')
  const template = parts.find(({ viewer_url }) => viewer_url !== '')?.viewer_url ?? ''
  return {
    client_id: study.client_id,
    study_id,
    ai_company_id,
    modality: allOf('modality'),
    bodypart: allOf('bodypart'),
    ae_title: allOf('ae_title'),
    records: JSON.stringify(records),
    viewer_url: viewerAddress(template, study),
  }
}
