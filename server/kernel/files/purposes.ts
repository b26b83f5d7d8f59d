import type { FileUse } from '#domain/file/limits.ts'
import { EDITOR_IMAGE_WIDTH, maxBytesOf, UPLOAD_IMAGE_WIDTH } from '#domain/file/limits.ts'
import type { Caller, Tx } from '../context.ts'

/** The purpose of a file decides what may be uploaded, by whom, and who may read it. */
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

/** The properties of a stored file that its rights depend on. */
export interface FileRecord {
  purpose: FilePurpose
  /**
   * The study of a report image, booklet image or document; the visit or booking request of its document; the doctor of
   * a signature; the user of a photo.
   */
  owner_id: string | null
  created_by: string | null
}

/** Whether the caller may see the study, visit or booking request with that id; the owning features implement it. */
export type CanSeeStudy = (tx: Tx, caller: Caller, studyId: string) => Promise<boolean>

interface PurposeRule {
  use: FileUse
  /**
   * Maximum stored width of pictures; `onRequest` if only the `resize` field asks for it
   * (docs/wire.md#lists-and-limits).
   */
  width: { pixels: number; when: 'always' | 'onRequest' }
  ownedBy: 'study' | 'visit' | 'user' | 'client'
  canUpload: (caller: Caller) => boolean
}

const isStaff = (caller: Caller) => caller.userType === 'CLIENT'
// Referrers only read what belongs to their patients; they upload nothing.
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
  // Sent by a patient, and read at the desk that receives the request.
  request_document: {
    use: 'requestDocument',
    width: onRequest,
    ownedBy: 'visit',
    canUpload: (caller) => caller.userType === 'PATIENT',
  },
  booklet_image: { use: 'bookletImage', width: onRequest, ownedBy: 'study', canUpload: bringsFiles },
  // The company's logo and the "powered by" one (docs/screens.md#profile).
  logo: {
    use: 'companyLogo',
    width: onRequest,
    ownedBy: 'client',
    canUpload: (caller) => caller.isClientAdmin || caller.userType === 'ADMIN',
  },
  // For a screen in the waiting room (docs/masters.md#queue-screens-and-consent-forms): an image, or a film of up to
  // 100 MB sent in chunks.
  que_banner: { use: 'banner', width: onRequest, ownedBy: 'client', canUpload: managesMasters },
  template_word: {
    use: 'template',
    width: onRequest,
    ownedBy: 'client',
    canUpload: (caller) => isStaff(caller) && caller.permissions.has('create_templates'),
  },
  // The platform's pictures of AI body parts, readable by every client (docs/masters.md#ai).
  bodypart_photo: {
    use: 'bodyPartPhoto',
    width: onRequest,
    ownedBy: 'client',
    canUpload: (caller) => caller.userType === 'ADMIN' && caller.permissions.has('manage_masters'),
  },
} as const satisfies Record<FilePurpose, PurposeRule>

/** Purposes whose largest files bypass the plain call: films come in chunks, Word files with their template. */
const CHUNKED_PURPOSES: readonly FilePurpose[] = ['que_banner', 'template_word']

/** Largest plain upload that is read into memory, in bytes. */
export const PLAIN_MAX_BYTES = Math.max(
  ...FILE_PURPOSES.filter((purpose) => !CHUNKED_PURPOSES.includes(purpose)).map((purpose) =>
    maxBytesOf(PURPOSE_RULES[purpose].use),
  ),
)

/**
 * Returns whether the caller may read the file with just a session. A doctor's signature is readable by that
 * doctor, by its uploader, and by those who manage masters; readers of a report get it by a signed link
 * (docs/wire.md).
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
  // A patient can always read what they sent.
  if (file.purpose === 'request_document' && isAuthor) return true
  // Until it belongs to a study, visit or request, only its author may read a file.
  if (file.owner_id === null) return isAuthor
  return canSeeStudy(tx, caller, file.owner_id)
}

/** Returns the owner of the file, or undefined if the caller may not give it to that owner. */
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
  // A visit booked offline arrives after its files: appt/addDocument assigns them (docs/decisions/121).
  if (ownedBy === 'visit' || ownerId === undefined) return null
  return (await canSeeStudy(tx, caller, ownerId)) ? ownerId : undefined
}
