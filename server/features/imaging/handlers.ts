import type { imagingCalls } from '#contract/calls/imaging.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { inSeriesOrder, readSeriesHeader } from '#domain/study/dicom/series-header.ts'
import { openImageServer } from '#server/integrations/pacs/open-image-server.ts'
import type { LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import type { OutsideDeps } from '#server/kernel/way-out/outside-deps.ts'
import { askedOutside } from '../pacs/public/asked-outside.ts'
import { openPacs } from '../pacs/public/open-pacs.ts'
import { findStudyIdByUid, getImagedStudy, getPacsOf, selectAiBodyParts } from './public/store.ts'
import { openImagesUrl, tokenFor } from './viewer.ts'

/** Returns the handlers of contract/calls/imaging; opens passwords of image servers only for each request. */
export const createImagingHandlers = (deps: OutsideDeps): LiveHandlersFor<typeof imagingCalls> => ({
  openImagesUrl: (input, live) => openImagesUrl(deps, input, live),
  gernerateMeddreamViewerToken: async ({ pacs_id, study_iuid }, live) => {
    const { study, pacs } = await live.tenant(async (ctx) => {
      const id = await findStudyIdByUid(ctx, pacs_id, study_iuid)
      if (id === undefined) throw new Refusal('not_found')
      const found = await getImagedStudy(ctx, id)
      await ctx.audit('open_images', 'study', id)
      return { study: found, pacs: await getPacsOf(ctx, found) }
    })
    return { result: { token: await tokenFor(deps, pacs, study, live.signal) } }
  },
  getSeries: async ({ study_id }, live) => {
    const { study, pacs, aiBodyParts } = await live.tenant(async (ctx) => {
      const found = await getImagedStudy(ctx, study_id)
      await ctx.audit('read', 'study', study_id)
      return {
        study: found,
        pacs: await getPacsOf(ctx, found),
        aiBodyParts: await selectAiBodyParts(ctx.tx, ctx.caller.clientId),
      }
    })
    const headers = await askedOutside(
      openPacs(deps.secrets, pacs).then((opened) =>
        openImageServer(opened, deps.wayOut(live.caller.clientId)).findSeries(study.study_iuid, live.signal),
      ),
    )
    const series = headers
      .map((header) => readSeriesHeader(header, study.time_zone))
      .filter((one) => one !== undefined)
    return { result: inSeriesOrder(series), aiBodyParts }
  },
})
