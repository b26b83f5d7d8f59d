import { defineJob, type Job } from '#server/kernel/jobs/job.ts'
import type { FindWays } from './public/code-ways.ts'
import { SAFETY_LETTER_JOB, type SafetyKind } from './public/safety-letter.ts'
import { findToldPerson, letterMoment } from './public/told-person.ts'

/** Few retries: a warning that arrives a day later is useless. */
const RETRIES = 5

const LETTERS = {
  sign_in_failed: {
    subject: 'Failed sign-ins with your name',
    happened:
      'Somebody tried to sign in with your name at CLIENT and failed several times, the last time on TIME.',
    advice:
      'If it was not, nothing was opened. Choose a long password, or a passkey, and tell your administrator.',
  },
  password_reset: {
    subject: 'Your password was reset',
    happened: 'Your password at CLIENT was reset by a link on TIME. Your sessions ended with it.',
    advice: 'If it was not, ask your administrator for a new link now: it replaces the previous one.',
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
