import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { SHELL_WORDS as WORDS } from '../words.ts'

/** Shown instead of a screen that the person's permissions do not allow (docs/people.md#modules). */
export function NotAuthorized() {
  return <EmptyState isPage title={WORDS.notAuthorized} hint={WORDS.notAuthorizedHint} />
}
