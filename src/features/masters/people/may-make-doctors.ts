import { isClientAdmin, isPlatform } from '#domain/access/rules.ts'
import type { SessionFields } from '#domain/access/session.ts'

/** Whether somebody may make radiology doctors and let people sign: the administrators of a client alone. */
export const mayMakeDoctors = (session: SessionFields | undefined): boolean =>
  session !== undefined && (isClientAdmin(session) || isPlatform(session))
