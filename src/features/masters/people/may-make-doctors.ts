import { isClientAdmin, isPlatform } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'

/**
 * Returns whether a person may create radiology doctors and allow people to sign: only administrators of a
 * client may.
 */
export const mayMakeDoctors = (session: SessionFields | undefined): boolean =>
  session !== undefined && (isClientAdmin(session) || isPlatform(session))
