import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { daysToDraw } from '#domain/peer/draw.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Tx } from '#server/kernel/context.ts'
import { loggedError } from '#server/kernel/http/log.ts'
import type { DailyJob } from '#server/kernel/jobs/job.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'
import { selectSigningDoctors } from '../people/public/signing-doctors.ts'
import { keepPeerDrawKey } from '../settings/public/peer-draw-key.ts'
import { drawDay } from './draw-day.ts'
import { giveReadings } from './give-readings.ts'
import { findPeerSetting } from './public/rights.ts'

/**
 * Draws the days that are over, once each (docs/decisions/349). Runs every hour, because each branch's day ends at
 * its own time.
 */
export const peerDrawJob: DailyJob = {
  name: 'peer-learning/draw',
  cron: '41 * * * *',
  run: async (kernel, log) => {
    const clients = await kernel.database.entry(async (tx) => {
      const { rows } = await sql<{ client_id: string }>`
        select client_id from entry.clients_with_peer_learning()`.execute(tx)
      return rows.map(({ client_id }) => client_id)
    })
    for (const clientId of clients)
      await write(kernel, clientId, (work) => drawForClient(work, clientId)).catch((error: unknown) => {
        log.error({ job: peerDrawJob.name, err: loggedError(error) }, 'a draw failed')
      })
  },
}

/**
 * With only one signing doctor there is no colleague: nothing is drawn, and the days wait until there is a second
 * one.
 */
const DOCTORS_MIN = 2

async function drawForClient(work: Write, clientId: string): Promise<void> {
  const { tx, now } = work
  // Serializes concurrent runs, so that each day is drawn once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`peer learning ${clientId}`}, 0))`.execute(tx)
  const setting = await findPeerSetting(tx, clientId)
  if (!setting?.isOn) return
  const key = setting.key ?? (await makeKey(tx, clientId))
  const doctors = await selectSigningDoctors(tx, clientId, now)
  if (doctors.length >= DOCTORS_MIN)
    for (const { id, time_zone, last } of await selectBranches(tx, clientId))
      for (const day of daysToDraw(dayAt(now, time_zone), {
        lastDrawn: last ?? undefined,
        switchedOn: setting.since && dayAt(setting.since, time_zone),
      }))
        await drawDay(work, {
          clientId,
          branch: { id, time_zone },
          day,
          share: setting.share,
          since: setting.since,
          key,
          doctors,
        })
  await giveReadings(work, { clientId, key, doctors })
}

async function makeKey(tx: Tx, clientId: string): Promise<Buffer> {
  const key = randomBytes(32)
  await keepPeerDrawKey(tx, clientId, key)
  return key
}

async function selectBranches(tx: Tx, clientId: string) {
  const { rows } = await sql<{ id: string; time_zone: string; last: string | null }>`
    select b.id, b.time_zone, (select max(d.day) from peer_draw d
      where d.client_id = b.client_id and d.branch_id = b.id) as last
    from branch b where b.client_id = ${clientId} and b.active and b.hidden is null order by b.id`.execute(tx)
  return rows
}
