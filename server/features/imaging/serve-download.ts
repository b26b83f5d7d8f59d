import type { FastifyInstance } from 'fastify'
import { DOWNLOAD_PATH, DownloadInput, ESTIMATE_HEADER } from '#contract/calls/imaging.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { STUDY_MODULES } from '#contract/kernel/modules.ts'
import { webSettingsOf } from '#server/integrations/pacs/open-image-server.ts'
import { openStudyZip } from '#server/integrations/pacs/study-zip.ts'
import { demandModule, getCaller } from '#server/kernel/auth/get-caller.ts'
import { fieldsOf, flatInput, invalid } from '#server/kernel/http/read-input.ts'
import { type LiveContext, liveContextOf } from '#server/kernel/http/serve-live-calls.ts'
import { askedOutside } from '../pacs/public/asked-outside.ts'
import { openPacs } from '../pacs/public/open-pacs.ts'
import { getImagedStudy, getPacsOf, selectImageSettings } from './public/store.ts'

/**
 * Mounts study/download: streams the study's images from the image server as one zip, without storing them. If the
 * image server stops in the middle, closes the connection, so that nobody takes a part for the whole.
 */
export function serveDownload(app: FastifyInstance): void {
  app.post(BASES.api.prefix + DOWNLOAD_PATH, {
    config: { base: 'api', name: DOWNLOAD_PATH },
    onRequest: async (request) => {
      request.caller = await getCaller(app.kernel, request)
      demandModule(STUDY_MODULES, request.caller)
    },
    handler: async (request, reply) => {
      const input = DownloadInput.safeParse(flatInput(request))
      if (!input.success) throw invalid(fieldsOf(input.error.issues))
      const live = liveContextOf(app.kernel, request, reply)
      const { study, pacs } = await getDownloadable(live, input.data.study_id)
      const zip = await askedOutside(
        openPacs(app.kernel.secrets, pacs).then((opened) =>
          openStudyZip(
            webSettingsOf(opened, app.kernel.wayOut(live.caller.clientId)),
            study.study_iuid,
            live.signal,
          ),
        ),
      )
      if (!zip) throw new Refusal('refused', 'The image server no longer holds this study.')
      const { stream, estimatedBytes } = zip
      if (estimatedBytes !== undefined) reply.header(ESTIMATE_HEADER, String(estimatedBytes))
      return reply.headers(HEADERS).send(stream)
    },
  })
}

const HEADERS = {
  'content-type': 'application/zip',
  'content-disposition': 'attachment; filename="study.zip"',
  'cache-control': 'private, no-store, no-transform',
} as const

/** Checks access, then the client's setting, then the abilities of the image server (docs/studies.md#study-lists). */
function getDownloadable(live: LiveContext, studyId: string) {
  return live.tenant(async (ctx) => {
    const study = await getImagedStudy(ctx, studyId)
    const { canDownload } = await selectImageSettings(ctx.tx, ctx.caller.clientId)
    if (!canDownload) throw new Refusal('not_permitted', 'Downloads are not enabled for this centre.')
    const pacs = await getPacsOf(ctx, study)
    if (pacs.type !== 'Premium')
      throw new Refusal('refused', 'The image server of this study offers no zip files.')
    await ctx.audit('download', 'study', study.id)
    return { study, pacs }
  })
}
