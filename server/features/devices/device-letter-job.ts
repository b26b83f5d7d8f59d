import type { Tx } from '#server/kernel/context.ts'
import { defineJob, type Job } from '#server/kernel/jobs/job.ts'
import type { FindWays } from '../auth/public/code-ways.ts'
import { findToldPerson, letterMoment, type ToldPerson } from '../auth/public/told-person.ts'

/** Name of the queue for letters about new devices. Never change it: stored jobs refer to it. */
export const DEVICE_LETTER_JOB = { name: 'devices/letter' } as const

/** Few retries: a warning that arrives a day later is useless. */
const RETRIES = 5

/**
 * Writes to a person that a new device signs in their name, by the client's own mail server or this server's. The
 * job's ids are those of the person and the device. Sends nothing without a mail server or address: the notification
 * contains the same warning.
 */
export function createDeviceLetterJob(findWays: FindWays): Job {
  return defineJob({
    ...DEVICE_LETTER_JOB,
    retries: RETRIES,
    run: async ({ clientId, ids }, { write }) => {
      const [userId = '', deviceId = ''] = ids
      const { value: told } = await write(({ tx }) => findTold(tx, { clientId, userId, deviceId }))
      const { mail } = await findWays(clientId)
      if (!mail || !told || told.email === '') return
      await mail({ to: told.email, subject: 'A new device signs in your name', text: letter(told) })
    },
  })
}

interface Told extends ToldPerson {
  device: string
  registered: Date
}

async function findTold(
  tx: Tx,
  { clientId, userId, deviceId }: { clientId: string; userId: string; deviceId: string },
): Promise<Told | undefined> {
  const person = await findToldPerson(tx, { clientId, userId })
  const key = await tx
    .selectFrom('device_key as k')
    .innerJoin('device as d', (on) =>
      on
        .onRef('d.client_id', '=', 'k.client_id')
        .onRef('d.id', '=', 'k.device_id')
        .onRef('d.user_id', '=', 'k.user_id'),
    )
    .select(['d.name as device', 'k.registered'])
    .where('k.client_id', '=', clientId)
    .where('k.device_id', '=', deviceId)
    .where('k.user_id', '=', userId)
    .where('k.retired', 'is', null)
    .executeTakeFirst()
  return person && key && { ...person, ...key }
}

function letter({ client, zone, device, registered }: Told): string {
  return [
    `${device === '' ? 'A new device' : `The device "${device}"`} signs in your name at ${client} since ${letterMoment(registered, zone)}.`,
    '',
    'If that was you, there is nothing to do.',
    'If it was not, change your password now: that signs the device out. Then tell your administrator.',
  ].join('\n')
}
