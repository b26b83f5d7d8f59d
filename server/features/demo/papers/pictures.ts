import { DEMO_PEOPLE } from '../centre/people.ts'
import { type DemoCentre } from '../centres.ts'
import { demoId } from '../random.ts'
import { drawFooter, drawHeader } from './letterhead.ts'
import { drawSignature } from './signature.ts'

/** A picture of the demo before it is stored. */
export interface DemoPicture {
  clientId: string
  id: string
  purpose:
    | 'letterhead'
    | 'signature'
    | 'booklet_image'
    | 'document'
    | 'visit_document'
    | 'request_document'
    | 'bodypart_photo'
  /**
   * The owner: the doctor of a signature, the study of a key image or document, or the visit or request of a
   * document.
   */
  ownerId?: string
  createdBy?: string
  name: string
  mime: 'image/jpeg' | 'image/png' | 'application/pdf'
  bytes: Buffer
}

/** Stores a picture in the server's file store, with its row. */
export type KeepFile = (picture: DemoPicture) => Promise<void>

export const headerIdOf = (branchId: string) => demoId('header', branchId)
export const footerIdOf = (branchId: string) => demoId('footer', branchId)
export const signatureIdOf = (userId: string) => demoId('signature', userId)

/** Draws the letterheads of the centre's branches and the signatures of its doctors. */
export async function drawPictures(centre: DemoCentre, keepFile: KeepFile): Promise<void> {
  const clientId = centre.id
  for (const branch of centre.branches) {
    const paper = { clientId, purpose: 'letterhead', mime: 'image/jpeg' } as const
    const header = await drawHeader(centre, branch)
    await keepFile({ ...paper, id: headerIdOf(branch.id), name: `${branch.name} header.jpg`, bytes: header })
    const footer = await drawFooter(centre, branch)
    await keepFile({ ...paper, id: footerIdOf(branch.id), name: `${branch.name} footer.jpg`, bytes: footer })
  }
  for (const { id, name } of DEMO_PEOPLE.filter(
    (person) => person.centre.id === clientId && person.canSign,
  )) {
    const signature = { clientId, purpose: 'signature', mime: 'image/png', ownerId: id } as const
    await keepFile({
      ...signature,
      id: signatureIdOf(id),
      name: 'signature.png',
      bytes: await drawSignature(name),
    })
  }
}
