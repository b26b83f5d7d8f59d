import type { FileUse } from '#domain/file/limits.ts'
import { EDITOR_IMAGE_WIDTH, maxBytesOf, UPLOAD_IMAGE_WIDTH } from '#domain/file/limits.ts'
import type { Caller, Tx } from '../context.ts'

/** What a file is for decides what may be uploaded, by whom, and who may read it. */
export const FILE_PURPOSES = [
  'report_image',
  'letterhead',
  'signature',
  'photo',
  'document',
  'visit_document',
  'request_document',
  'booklet_image',
  'logo',
  'que_banner',
  'template_word',
  'bodypart_photo',
] as const
export type FilePurpose = (typeof FILE_PURPOSES)[number]

/** Of a stored file, what its rights depend on. */
export interface FileRecord {
  purpose: FilePurpose
  /**
   * The study of a report image, booklet image or document, the visit of its document, the booking request of its document,
   * the doctor of a signature, the user of a photo.
   */
  owner_id: string | null
  created_by: string | null
}

/** Whether the caller may see the study, visit or booking request of that id; the features that own them know. */
export type CanSeeStudy = (tx: Tx, caller: Caller, studyId: string) => Promise<boolean>

interface PurposeRule {
  use: FileUse
  /** Widest that pictures are kept; `onRequest` where only the `resize` field asks for it (docs/wire.md#lists-and-limits). */
  width: { pixels: number; when: 'always' | 'onRequest' }
  ownedBy: 'study' | 'visit' | 'user' | 'client'
  canUpload: (caller: Caller) => boolean
}

const isStaff = (caller: Caller) => caller.userType === 'CLIENT'
// Referrers read what belongs to their patients and bring nothing.
const bringsFiles = (caller: Caller) => isStaff(caller) && !caller.isRefDoctor
const managesMasters = (caller: Caller) => caller.isClientAdmin || caller.permissions.has('manage_masters')
const managesPeople = (caller: Caller) => managesMasters(caller) || caller.permissions.has('manage_users')
const onRequest = { pixels: UPLOAD_IMAGE_WIDTH, when: 'onRequest' } as const

/** The rules of each purpose. */
export const PURPOSE_RULES = {
  report_image: {
    use: 'editorImage',
    width: { pixels: EDITOR_IMAGE_WIDTH, when: 'always' },
    ownedBy: 'study',
    canUpload: (caller) => isStaff(caller) && caller.isDoctor,
  },
  // Headers, footers and covers of booklets (docs/masters.md#lists: "a limit of 1").
  letterhead: { use: 'bookletImage', width: onRequest, ownedBy: 'client', canUpload: managesMasters },
  signature: {
    use: 'image',
    width: onRequest,
    ownedBy: 'user',
    canUpload: (caller) => caller.isDoctor || managesPeople(caller),
  },
  photo: { use: 'profileImage', width: onRequest, ownedBy: 'user', canUpload: () => true },
  document: { use: 'document', width: onRequest, ownedBy: 'study', canUpload: bringsFiles },
  visit_document: { use: 'document', width: onRequest, ownedBy: 'visit', canUpload: bringsFiles },
  // A patient's own, and read at the desk that the request goes to.
  request_document: {
    use: 'requestDocument',
    width: onRequest,
    ownedBy: 'visit',
    canUpload: (caller) => caller.userType === 'PATIENT',
  },
  booklet_image: { use: 'bookletImage', width: onRequest, ownedBy: 'study', canUpload: bringsFiles },
  // The company's and the "powered by" one (docs/screens.md#profile).
  logo: {
    use: 'companyLogo',
    width: onRequest,
    ownedBy: 'client',
    canUpload: (caller) => caller.isClientAdmin || caller.userType === 'ADMIN',
  },
  // Of a screen in the waiting room (docs/masters.md#queue-screens-and-consent-forms): an image, or a film of up to 100 MB, which comes in chunks.
  que_banner: { use: 'banner', width: onRequest, ownedBy: 'client', canUpload: managesMasters },
  template_word: {
    use: 'template',
    width: onRequest,
    ownedBy: 'client',
    canUpload: (caller) => isStaff(caller) && caller.permissions.has('create_templates'),
  },
  // The platform's pictures of AI body parts, read by every client (docs/masters.md#ai).
  bodypart_photo: {
    use: 'bodyPartPhoto',
    width: onRequest,
    ownedBy: 'client',
    canUpload: (caller) => caller.userType === 'ADMIN' && caller.permissions.has('manage_masters'),
  },
} as const satisfies Record<FilePurpose, PurposeRule>

/** Purposes whose largest files do not come by the plain call: films come in chunks, Word files with their template. */
const CHUNKED_PURPOSES: readonly FilePurpose[] = ['que_banner', 'template_word']

/** Most that one plain upload is read into memory for, in bytes. */
export const PLAIN_MAX_BYTES = Math.max(
  ...FILE_PURPOSES.filter((purpose) => !CHUNKED_PURPOSES.includes(purpose)).map((purpose) =>
    maxBytesOf(PURPOSE_RULES[purpose].use),
  ),
)

/**
 * Whether the caller may read the file by the session alone. A doctor's signature is for the doctor, who put it there and
 * who manages masters; readers of a report get it by a signed link (docs/wire.md).
 */
export async function canReadFile(
  tx: Tx,
  caller: Caller,
  file: FileRecord,
  canSeeStudy: CanSeeStudy,
): Promise<boolean> {
  if (['letterhead', 'logo', 'bodypart_photo'].includes(file.purpose)) return true
  if (file.purpose === 'que_banner' || file.purpose === 'template_word') return isStaff(caller)
  if (file.purpose === 'photo') return isStaff(caller) || file.owner_id === caller.userId
  if (file.purpose === 'signature')
    return [file.owner_id, file.created_by].includes(caller.userId) || managesMasters(caller)
  const isAuthor = file.created_by === caller.userId
  // What a patient sent stays readable to that person.
  if (file.purpose === 'request_document' && isAuthor) return true
  // Before it belongs to a study, visit or request, a file is its author's alone.
  if (file.owner_id === null) return isAuthor
  return canSeeStudy(tx, caller, file.owner_id)
}

/** Whose the file becomes, or undefined where the caller may not give it to that owner. */
export async function ownerOfUpload(
  tx: Tx,
  caller: Caller,
  purpose: FilePurpose,
  ownerId: string | undefined,
  canSeeStudy: CanSeeStudy,
): Promise<string | null | undefined> {
  const { ownedBy } = PURPOSE_RULES[purpose]
  if (ownedBy === 'client') return ownerId === undefined ? null : undefined
  if (ownedBy === 'user') {
    const isOwn = ownerId === undefined || ownerId === caller.userId
    return isOwn || managesPeople(caller) ? (ownerId ?? caller.userId) : undefined
  }
  // A visit that was booked offline comes after its files: appt/addDocument gives them to it (docs/decisions/121).
  if (ownedBy === 'visit' || ownerId === undefined) return null
  return (await canSeeStudy(tx, caller, ownerId)) ? ownerId : undefined
}
