import { notify } from '#server/features/notifications/public/notify.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'

/** Name of the queue for these letters. Never change it: stored jobs refer to it. */
export const SAFETY_LETTER_JOB = { name: 'auth/safety-letter' } as const

/** Events that affect all sign-ins of a person, of which they are warned. */
export type SafetyKind = 'sign_in_failed' | 'password_reset' | 'recovery_code_used'

/** Warns a person by notification and, with `hasLetter`, also by letter. */
export async function tellOfSafety(
  { tx, now, changed, addJob }: Pick<Write, 'tx' | 'now' | 'changed' | 'addJob'>,
  kind: SafetyKind,
  { clientId, userId }: { clientId: string; userId: string },
  hasLetter = true,
): Promise<void> {
  const subject = { type: 'person', id: userId } as const
  await notify({ tx, now, changed, addJob }, { clientId, kind, subject, to: [userId] })
  if (hasLetter) await addJob(SAFETY_LETTER_JOB, [userId], { kind, at: now.toISOString() })
}
