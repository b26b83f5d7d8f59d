import { sql } from 'kysely'
import { type HeardSystem, type SilenceStep, silenceStepOf } from '#domain/exchange/silence.ts'
import type { BranchHours } from '#domain/visit/open-hours.ts'
import {
  notifyHeardAgain,
  notifySilent,
  settleSilence,
} from '#server/features/notifications/public/events.ts'
import type { Tx } from '#server/kernel/context.ts'
import { setPeerSilence } from '#server/kernel/exchanges/peers.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { loggedError } from '#server/kernel/http/log.ts'
import type { DailyJob } from '#server/kernel/jobs/job.ts'
import { type Write, write } from '#server/kernel/sync/feed/write.ts'

/** Checks every five minutes for systems that fell silent and for those heard again (docs/decisions/322). */
export const silentSystemsJob: DailyJob = {
  name: 'interfaces/silent',
  cron: '*/5 * * * *',
  run: async (kernel, log) => {
    const clients = await kernel.database.entry(async (tx) => {
      const { rows } = await sql<{ client_id: string }>`
        select client_id from entry.clients_with_watched_peers()`.execute(tx)
      return rows.map(({ client_id }) => client_id)
    })
    // A failure of one client or system must not block the alarms of others; it is checked again in five minutes.
    const noteFault = (error: unknown) => {
      log.error({ job: silentSystemsJob.name, err: loggedError(error) }, 'a look at other systems failed')
    }
    for (const clientId of clients) {
      const found = await findSteps(kernel, clientId).catch(noteFault)
      for (const one of found ?? [])
        await write(kernel, clientId, (work) => takeStep(work, clientId, one)).catch(noteFault)
    }
  },
}

/** A system with its stored setting and its effective one: an inactive system is not expected to be heard. */
type WatchedPeer = HeardSystem & { id: string; storedHours: number | null }

interface FoundStep {
  peer: WatchedPeer
  step: SilenceStep
}

/**
 * Returns the due notices of a client's systems. Nothing is locked while open hours are counted, because the log is
 * being written.
 */
async function findSteps(
  { database, now }: Pick<Kernel, 'database' | 'now'>,
  clientId: string,
): Promise<FoundStep[]> {
  const [peers, branches] = await database.tenant(clientId, async (tx) => [
    await selectWatched(tx, clientId),
    await selectHours(tx, clientId),
  ])
  return peers.flatMap((peer) => {
    const step = silenceStepOf(peer, branches, now())
    return step ? [{ peer, step }] : []
  })
}

/** Applies the step to a system, unless it was heard, reconfigured or notified in the meantime. */
async function takeStep(work: Write, clientId: string, { peer, step }: FoundStep): Promise<void> {
  const key = { clientId, id: peer.id }
  if (await setPeerSilence(work.tx, { ...peer, ...key }, step === 'fell_silent')) await TELL[step](work, key)
}

const TELL: Record<SilenceStep, (work: Write, peer: { clientId: string; id: string }) => Promise<void>> = {
  fell_silent: notifySilent,
  heard_again: notifyHeardAgain,
  not_watched: settleSilence,
}

/**
 * For these kinds a record of the client determines whether the system is expected; other kinds are always expected.
 */
const IS_EXPECTED = sql`(case p.kind
  when 'pacs_poll' then exists (select from pacs s where s.client_id = p.client_id and s.name = p.name
    and s.active and s.hidden is null)
  when 'worklist' then exists (select from machine m where m.client_id = p.client_id and m.aet = p.name
    and m.active and m.hidden is null)
  else true end)`

async function selectWatched(tx: Tx, clientId: string): Promise<WatchedPeer[]> {
  const { rows } = await sql<WatchedPeer>`
    select p.id, coalesce(p.last_contact, p.first_contact) as "lastHeard", p.silent_after_hours as "storedHours",
      case when ${IS_EXPECTED} then p.silent_after_hours end as "silentAfterHours", p.silent_since as "silentSince",
      p.counts_from as "countsFrom", p.rest_days as "restDays"
    from exchange_peer p
    where p.client_id = ${clientId} and (p.silent_after_hours is not null or p.silent_since is not null)
    order by p.id`.execute(tx)
  return rows
}

/** Returns the branches' hours; branches with the same hours count once. */
function selectHours(tx: Tx, clientId: string): Promise<BranchHours[]> {
  return tx
    .selectFrom('branch')
    .select(['open_time', 'close_time', 'time_zone'])
    .distinct()
    .where('client_id', '=', clientId)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .execute()
}
