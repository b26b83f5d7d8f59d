import { Paper } from '#contract/calls/paper.ts'
import { reportCalls } from '#contract/calls/reports.ts'
import { fileIdOfLink } from '#domain/file/file-of-link.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { PaperBody } from '#src/db/tables.ts'
import { callApi, OfflineError } from '../api/call-api.ts'
import { currentDevice } from '../current-device.ts'
import { findFile } from '../files/find-file.ts'

/** Maximum number of stored papers; a paper is a few hundred bytes. */
const MAX_PAPERS = 500

export interface FoundPaper {
  paper: PaperBody
  from: 'device' | 'server'
}

/**
 * Returns what a report's paper needs besides the text: from the server, and stored; offline, from this device. A study
 * that was never printed here takes the letterhead of another one of its branch. Throws OfflineError if there is none.
 */
export async function findPaper(studyId: string, branchName: string): Promise<FoundPaper> {
  const databases = currentDevice()?.databases
  try {
    const { result } = await callApi(reportCalls.paper, { id: studyId })
    if (databases) await keepPaper(databases, result)
    return { paper: result, from: 'server' }
  } catch (error) {
    if (!(error instanceof OfflineError) || !databases) throw error
    const paper = await findKeptPaper(databases, studyId, branchName)
    if (!paper) throw error
    return { paper, from: 'device' }
  }
}

/** The bytes of a paper's images by the id that names each; leaves out missing ones. */
export async function findPaperImages(
  imageIds: readonly string[],
  paper?: PaperBody,
): Promise<Map<string, Uint8Array>> {
  const signers = paper ? [...paper.signatures, ...paper.addenda] : []
  const links = new Map(signers.map(({ image_url }) => [fileIdOfLink(image_url), image_url]))
  const found = await Promise.all(
    imageIds.map(async (id) => {
      const file = await findFile(id, links.get(id)).catch(() => undefined)
      return file && ([id, file.bytes] as const)
    }),
  )
  return new Map(found.filter((one) => one !== undefined))
}

/** Prefetches paper, letterhead and signatures, so that the report can be printed offline. */
export async function keepPaperAhead(studyId: string, branchName: string): Promise<void> {
  const { paper, from } = await findPaper(studyId, branchName)
  if (from === 'device') return
  const strips = [paper.header_file_id, paper.footer_file_id].filter((id) => id !== null)
  const signers = [...paper.signatures, ...paper.addenda]
  const signatures = signers.map((one) => one.image_url).filter((link) => link !== '')
  await Promise.all([
    ...strips.map((id) => findFile(id)),
    ...signatures.map((link) => findFile(fileIdOfLink(link), link)),
  ])
}

async function keepPaper({ papers, cache }: Databases, paper: PaperBody): Promise<void> {
  await cache.papers.put(await papers.seal({ id: paper.study_id, rev: 0, usedAt: Date.now(), body: paper }))
  const surplus = (await cache.papers.count()) - MAX_PAPERS
  if (surplus > 0)
    await cache.papers.bulkDelete(await cache.papers.orderBy('usedAt').limit(surplus).primaryKeys())
}

async function findKeptPaper(
  { papers, cache }: Databases,
  studyId: string,
  branchName: string,
): Promise<PaperBody | undefined> {
  const own = bodyOf(await papers.find(studyId))
  if (own) return own
  const rows = await papers.openAll(await cache.papers.orderBy('usedAt').reverse().toArray())
  const ofBranch = rows.map(bodyOf).find((body) => body?.branch_name === branchName)
  // Signatures and addenda of another study do not apply.
  return ofBranch && { ...ofBranch, study_id: studyId, signatures: [], addenda: [] }
}

/** A paper stored by an older version of the app may lack fields that this one prints; it counts as none. */
function bodyOf(row: { body: PaperBody } | undefined): PaperBody | undefined {
  return row && Paper.safeParse(row.body).data
}
