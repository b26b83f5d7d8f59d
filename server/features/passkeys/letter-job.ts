import type { Tx } from '#server/kernel/context.ts'
import { defineJob, type Job } from '#server/kernel/jobs/job.ts'
import type { FindWays } from '../auth/public/code-ways.ts'
import { findToldPerson, letterMoment, type ToldPerson } from '../auth/public/told-person.ts'

/** The queue of letters about passkeys; the name must not change, because jobs with it are stored. */
export const PASSKEY_LETTER_JOB = { name: 'passkeys/letter' } as const

/** A warning after more than a day is useless. */
const RETRIES = 5

/**
 * Mails a person that a passkey was added or removed in their name, by the client's own mail server or this server's.
 * The job's ids are those of the person and the passkey. Sends nothing without a mail server or an address.
 */
export function createPasskeyLetterJob(findWays: FindWays): Job {
  return defineJob({
    ...PASSKEY_LETTER_JOB,
    retries: RETRIES,
    run: async ({ clientId, ids }, { write }) => {
      const [userId = '', passkeyId = ''] = ids
      const { value: told } = await write(({ tx }) => findTold(tx, { clientId, userId, passkeyId }))
      const { mail } = await findWays(clientId)
      if (!mail || !told || told.email === '') return
      const subject = told.removed
        ? 'A passkey of yours was removed'
        : 'A new passkey signs in with your name'
      await mail({ to: told.email, subject, text: letter(told) })
    },
  })
}

interface Told extends ToldPerson {
  name: string
  made: Date
  removed: Date | null
}

async function findTold(
  tx: Tx,
  { clientId, userId, passkeyId }: { clientId: string; userId: string; passkeyId: string },
): Promise<Told | undefined> {
  const person = await findToldPerson(tx, { clientId, userId })
  const passkey = await tx
    .selectFrom('passkey')
    .select(['name', 'made', 'removed'])
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('id', '=', passkeyId)
    .executeTakeFirst()
  return person && passkey && { ...person, ...passkey }
}

function letter({ client, zone, name, made, removed }: Told): string {
  const happened = removed
    ? `The passkey "${name}" was removed at ${client} on ${letterMoment(removed, zone)}. It no longer signs in.`
    : `The passkey "${name}" was added at ${client} on ${letterMoment(made, zone)}. It signs in with your name.`
  return [
    happened,
    '',
    'If that was you, there is nothing to do.',
    'If it was not, change your password now and look at your passkeys under Devices. Then tell your administrator.',
  ].join('\n')
}
