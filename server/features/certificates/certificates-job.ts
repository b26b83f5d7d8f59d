import { sql } from 'kysely'
import { isForgotten, isInUse } from '#domain/certificate/certificates-in-use.ts'
import { loggedError } from '#server/kernel/http/log.ts'
import type { DailyJob } from '#server/kernel/jobs/job.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'
import { dropCertificate, keepTold, putCertificate } from '#server/kernel/way-out/partner-certificates.ts'
import { notifyCertificate, settleCertificate } from '../notifications/public/events.ts'
import { keptCertificates } from './kept-certificates.ts'
import {
  type ServerWithCertificates,
  type StoredCertificate,
  selectCertificates,
  selectServers,
  standingOf,
} from './store.ts'

/** Size of the memory per place; assumes that no place alternates between more certificates than this. */
const TOLD_MAX = 50

/** Checks every hour for certificates that end soon or have ended; notifies once of each (docs/decisions/340). */
export const certificatesJob: DailyJob = {
  name: 'certificates/look',
  cron: '17 * * * *',
  run: async (kernel, log) => {
    const clients = await kernel.database.entry(async (tx) => {
      const { rows } = await sql<{ client_id: string }>`
        select client_id from entry.clients_with_certificates()`.execute(tx)
      return rows.map(({ client_id }) => client_id)
    })
    for (const clientId of clients)
      await write(kernel, clientId, (work) => lookAt(work, clientId)).catch((error: unknown) => {
        log.error({ job: certificatesJob.name, err: loggedError(error) }, 'a look at certificates failed')
      })
  },
}

async function lookAt(work: Write, clientId: string): Promise<void> {
  const { tx, now } = work
  // The lock makes two concurrent checks notify of a certificate only once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`certificates ${clientId}`}, 0))`.execute(tx)
  const servers = await selectServers(tx, clientId)
  for (const kept of keptCertificates(servers)) await putCertificate(tx, clientId, kept, now)
  for (const row of await selectCertificates(tx, clientId)) await judge(work, row, servers)
}

/** Sends outstanding notices of one certificate and withdraws those that no longer apply. */
async function judge(
  work: Write,
  row: StoredCertificate,
  servers: readonly ServerWithCertificates[],
): Promise<void> {
  const { tx, now } = work
  const { client_id: clientId, id, told } = row
  const isUsed = isInUse(row, servers, now) && isStillKept(row, servers)
  const isSame = row.told_print === row.print
  const standing = isUsed ? standingOf(row, now) : 'good'
  if (told !== '' && (!isSame || standing === 'good')) await settleCertificate(work, { clientId, id })
  if (!isUsed && (row.role !== 'server' || isForgotten(row, now))) {
    await dropCertificate(tx, { clientId, id })
    return
  }
  const next = standing === 'good' ? '' : standing
  if (isSame && told === next) return
  const telling = `${next} ${row.print}`
  const isNew = next !== '' && !row.told_all.includes(telling)
  if (isNew) await notifyCertificate(work, { clientId, id }, `certificate_${next}`)
  await keepTold(
    tx,
    { clientId, id },
    {
      told: next,
      told_print: row.print,
      ...(isNew && { told_all: [...row.told_all, telling].slice(-TOLD_MAX) }),
      // If it is used again later, the notice is sent again.
      ...(!isUsed && { told_all: [] }),
    },
  )
}

/** Returns false for a row whose certificate was removed from its image server. */
function isStillKept(
  { role, place }: StoredCertificate,
  servers: readonly ServerWithCertificates[],
): boolean {
  return (
    role === 'server' || keptCertificates(servers).some((kept) => kept.role === role && kept.place === place)
  )
}
