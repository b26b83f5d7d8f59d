import { notify } from '#server/features/notifications/public/notify.ts'
import { defineJob, type Job } from '#server/kernel/jobs/job.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import type { FindWays } from './code-ways.ts'
import { findToldPerson, letterMoment } from './told-person.ts'

/** Name of the queue for these letters. Never change it: stored jobs refer to it. */
export const SAFETY_LETTER_JOB = { name: 'auth/safety-letter' } as const

/** Few retries: a warning that arrives a day later is useless. */
const RETRIES = 5

/** Events that affect all sign-ins of a person, of which they are warned. */
export type SafetyKind = 'sign_in_failed' | 'password_reset' | 'recovery_code_used'

const LETTERS = {
  sign_in_failed: {
    subject: 'Failed sign-ins with your name',
    happened:
      'Somebody tried to sign in with your name at CLIENT and failed several times, the last time on TIME.',
    advice:
      'If it was not, nothing was opened. Choose a long password, or a passkey, and tell your administrator.',
  },
  password_reset: {
    subject: 'Your password was set anew',
    happened: 'Your password at CLIENT was set anew by a link on TIME. Your sessions ended with it.',
    advice: 'If it was not, ask your administrator for a new link now: it ends the one before.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    happened:
      'Somebody signed in with your name at CLIENT by your password and one of your recovery codes on TIME.',
    advice:
      'If it was not, change your password now, make new recovery codes under Devices, and tell your administrator.',
  },
} as const satisfies Record<SafetyKind, { subject: string; happened: string; advice: string }>

const isSafetyKind = (kind: string): kind is SafetyKind => kind in LETTERS

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

/**
 * Sends the letters by the client's own mail server or this server's; does nothing if there is neither, or no
 * address.
 */
export function createSafetyLetterJob(findWays: FindWays): Job {
  return defineJob({
    ...SAFETY_LETTER_JOB,
    retries: RETRIES,
    run: async ({ clientId, ids: [userId = ''], event }, { write }) => {
      if (!event || !isSafetyKind(event.kind)) return
      const { value: told } = await write(({ tx }) => findToldPerson(tx, { clientId, userId }))
      const { mail } = await findWays(clientId)
      if (!mail || !told || told.email === '') return
      const { subject, happened, advice } = LETTERS[event.kind]
      const time = letterMoment(new Date(event.at), told.zone)
      const text = [
        happened.replace('CLIENT', () => told.client).replace('TIME', time),
        '',
        'If that was you, there is nothing to do.',
        advice,
      ].join('\n')
      await mail({ to: told.email, subject, text })
    },
  })
}
