import type { SessionFields } from '#domain/access/session.ts'
import { EDIT_WORDS as WORDS } from './words.ts'

/** Returns why a person may not edit patient and study; undefined if they may (docs/people.md#permissions). */
export function editReason(session: Pick<SessionFields, 'modules'> | undefined): string | undefined {
  return session?.modules.includes('edit_patient_and_study') ? undefined : WORDS.noRight
}
