import { Refusal } from '#contract/kernel/error-codes.ts'
import { isPrivateAddress } from '#domain/study/private-address.ts'
import { isPageAddress, viewerAddress, wantsToken } from '#domain/study/viewer-address.ts'
import { generateViewerToken, type TokenSource } from '#server/integrations/pacs/viewer-token.ts'
import type { LiveContext } from '#server/kernel/http/serve-live-calls.ts'
import type { OutsideDeps } from '#server/kernel/way-out/outside-deps.ts'
import { askedOutside } from '../pacs/public/asked-outside.ts'
import { openPacs } from '../pacs/public/open-pacs.ts'
import {
  getPacsOf,
  getViewedStudy,
  type ImagedStudy,
  type PacsRow,
  selectImageSettings,
} from './public/store.ts'

/**
 * study/openImagesUrl: returns the address of a study's viewer for this person at this desk, with a token if the
 * viewer needs one.
 */
export async function openImagesUrl(
  deps: OutsideDeps,
  { study_id, auto }: { study_id: string; auto: 0 | 1 },
  live: LiveContext,
): Promise<{ result: { url: string } }> {
  const found = await live.tenant(async (ctx) => {
    const study = await getViewedStudy(ctx, study_id)
    const isWanted = auto === 0 || (await selectImageSettings(ctx.tx, ctx.caller.clientId)).opensByItself
    if (!isWanted) return undefined
    const pacs = await getPacsOf(ctx, study)
    await ctx.audit('open_images', 'study', study.id)
    return { study, pacs }
  })
  if (!found) return { result: { url: '' } }
  const { study, pacs } = found
  const template = templateFor(pacs, live.address)
  const isByToken = pacs.viewer_open_type === 'Token' || wantsToken(template)
  if (isByToken && !wantsToken(template))
    throw new Refusal('refused', 'The address of the viewer lacks its token placeholder {TOKEN}.')
  const token = isByToken ? await tokenFor(deps, pacs, study, live.signal) : undefined
  return { result: { url: viewerAddress(template, study, token) } }
}

// Within the centre's network the local address is faster; outside it does not work.
function templateFor({ viewer_url, local_viewer_url }: PacsRow, address: string): string {
  const candidates = isPrivateAddress(address) ? [local_viewer_url, viewer_url] : [viewer_url]
  const found = candidates.find(isPageAddress)
  if (found === undefined) throw new Refusal('refused', 'No image viewer is set up for this study.')
  return found
}

/** Returns a viewer token for one study; throws with a readable message if none is available. */
export function tokenFor(
  { secrets, wayOut }: OutsideDeps,
  pacs: PacsRow,
  study: Pick<ImagedStudy, 'study_iuid' | 'accession_no'>,
  signal: AbortSignal,
): Promise<string> {
  if (!isPageAddress(pacs.token_generate_endpoint))
    throw new Refusal('refused', 'The image server has no address that gives tokens for its viewer.')
  return askedOutside(
    openPacs(secrets, pacs, ['token_auth_pwd']).then((opened) =>
      generateViewerToken({ ...sourceOf(opened), out: wayOut(pacs.client_id) }, study, signal),
    ),
  )
}

function sourceOf(pacs: PacsRow): Omit<TokenSource, 'out'> {
  return {
    endpoint: pacs.token_generate_endpoint,
    storage: pacs.token_storage,
    by: pacs.token_generate_by === 'ACCESSION' ? 'ACCESSION' : 'STUDY_UID',
    user: pacs.token_auth_usr,
    password: pacs.token_auth_pwd,
  }
}
