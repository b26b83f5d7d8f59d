import type { FiledReport } from '#contract/calls/filed-report.ts'
import { fileIdOfLink } from '#domain/file/file-of-link.ts'
import { currentSession } from '#src/sync/session/session.ts'
import { imageIdsOf, paperFileName, paperInputOf, renderReportPdf } from '#src/workers/pdf-client.ts'

/** Creates the paper of a filed report on this page without storing it: its pictures load from short-lived links. */
export async function makeFiledPdf(
  filed: FiledReport,
  onProgress: (share: number) => void,
): Promise<{ blob: Blob; name: string }> {
  const { study, reports, paper, time_zone: zone } = filed
  const input = paperInputOf({
    detail: { study, reports },
    paper,
    options: { letterhead: true, signature: true },
    zone,
    now: new Date(),
    origin: location.origin,
    locale: currentSession()?.locale,
  })
  const pictures = await fetchPictures(imageIdsOf(input), linksOf(filed))
  return {
    blob: await renderReportPdf(input, pictures, onProgress),
    name: paperFileName(study, zone),
  }
}

function linksOf({ files, paper }: FiledReport): ReadonlyMap<string, string> {
  const signers = [...paper.signatures, ...paper.addenda].map(
    ({ image_url }) => [fileIdOfLink(image_url), image_url] as const,
  )
  return new Map([...signers, ...files.map(({ id, url }) => [id, url] as const)])
}

// A missing picture is printed as a crossed frame: the text is what matters.
async function fetchPictures(
  ids: readonly string[],
  links: ReadonlyMap<string, string>,
): Promise<Map<string, Uint8Array>> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const link = links.get(id)
      const response = link ? await fetch(link, { cache: 'no-store' }).catch(() => undefined) : undefined
      return response?.ok ? ([id, new Uint8Array(await response.arrayBuffer())] as const) : undefined
    }),
  )
  return new Map(found.filter((one) => one !== undefined))
}
