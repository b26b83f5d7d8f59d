import type { Context } from '#server/kernel/context.ts'
import type { AccountOwner } from '../auth/public/sign-in-deps.ts'
import { notify } from '../notifications/public/notify.ts'
import { PASSKEY_LETTER_JOB } from './letter-job.ts'

/**
 * Notifies a person, in the app and by mail, of a passkey that was added or removed, because somebody else may have
 * done it.
 */
export async function tellOfPasskey(
  { tx, now, changed, addJob }: Pick<Context, 'tx' | 'now' | 'changed' | 'addJob'>,
  kind: 'passkey_added' | 'passkey_removed',
  { clientId, userId }: AccountOwner,
  passkeyId: string,
): Promise<void> {
  const subject = { type: 'passkey', id: passkeyId } as const
  await notify({ tx, now, changed, addJob }, { clientId, kind, subject, to: [userId] })
  await addJob(PASSKEY_LETTER_JOB, [userId, passkeyId])
}
