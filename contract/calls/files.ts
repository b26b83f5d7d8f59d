import * as z from 'zod/mini'
import { EntityId } from '../kernel/fields.ts'

/**
 * file/upload is multipart (spec 1 section 7: form fields `file` and `resize`), so it is mounted by the kernel's
 * files part and not through defineCall. `id` is the client-minted id of the file, so a repeated upload is one file.
 */
export const UPLOAD_PATH = 'file/upload'
export const UploadAnswer = z.object({ result: z.object({ file_id: EntityId, file_url: z.string() }) })
export type UploadAnswer = z.output<typeof UploadAnswer>

/** Where a file is read: needs the session, or the short-lived `sig` of a signed link. */
export const filePath = (fileId: string) => `/api/file/${fileId}`
