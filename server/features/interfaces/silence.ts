import { sql } from 'kysely'
import type { interfaceCalls } from '#contract/calls/interfaces.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { EXCHANGE_KIND_TABLE, type ExchangeKind } from '#domain/exchange/kinds.ts'
import { type HeardSystem, type SilenceStep, silenceStepOf } from '#domain/exchange/silence.ts'
import type { BranchHours } from '#domain/visit/open-hours.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import type { DailyJob } from '#server/kernel/jobs/job.ts'
import { type Write, write } from '#server/kernel/sync/write.ts'
import { notifyHeardAgain, notifySilent, settleSilence } from '../notifications/events.ts'

/** Looks every five minutes for systems that fell silent and for those that are heard again (docs/decisions/322). */
export const silentSystemsJob: DailyJob = {
  name: 'interfaces/silent',
  cron: '*/5 * * * *',
  run: async (kernel) => {
    const clients = await kernel.database.entry(async (tx) => {
      const { rows } = await sql<{ client_id: string }>`
        select client_id from entry.clients_with_watched_peers()`.execute(tx)
      return rows.map(({ client_id }) => client_id)
    })
    for (const clientId of clients) await write(kernel, clientId, (work) => lookAtSystems(work, clientId))
  },
}

type WatchedPeer = HeardSystem & { id: string }

async function lookAtSystems(work: Write, clientId: string): Promise<void> {
  const peers = await selectWatched(work.tx, clientId)
  const branches = await selectHours(work.tx, clientId)
  for (const peer of peers) {
    const step = silenceStepOf(peer, branches, work.now)
    if (!step) continue
    const { id, lastHeard } = peer
    await setSince(work.tx, { clientId, id }, step === 'fell_silent' ? lastHeard : null)
    await TELL[step](work, { clientId, id })
  }
}

const TELL: Record<SilenceStep, (work: Write, peer: { clientId: string; id: string }) => Promise<void>> = {
  fell_silent: notifySilent,
  heard_again: notifyHeardAgain,
  not_watched: settleSilence,
}

/** Held until the end of the transaction, so that a setting that changes meanwhile waits for the look, or the look for it. */
async function selectWatched(tx: Tx, clientId: string): Promise<WatchedPeer[]> {
  const { rows } = await sql<WatchedPeer>`
    select id, coalesce(last_contact, first_contact) as "lastHeard", silent_after_hours as "silentAfterHours",
      silent_since as "silentSince"
    from exchange_peer
    where client_id = ${clientId} and (silent_after_hours is not null or silent_since is not null)
    order by id for update`.execute(tx)
  return rows
}

function selectHours(tx: Tx, clientId: string): Promise<BranchHours[]> {
  return tx
    .selectFrom('branch')
    .select(['open_time', 'close_time', 'time_zone'])
    .where('client_id', '=', clientId)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .execute()
}

async function setSince(
  tx: Tx,
  { clientId, id }: { clientId: string; id: string },
  since: Date | null,
): Promise<void> {
  await tx
    .updateTable('exchange_peer')
    .set({ silent_since: since })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
}

type SetInput = ParsedInputOf<typeof interfaceCalls.setSilence>

/** Says after how many open hours the silence of a system is told. A silence that stands is judged anew by the next look. */
export async function setSilence(
  { id, silent_after_hours: hours }: SetInput,
  ctx: Context,
): Promise<OutputOf<typeof interfaceCalls.setSilence>> {
  const { clientId } = ctx.caller
  const { rows } = await sql<{ kind: ExchangeKind; hours: number | null }>`
    select kind, silent_after_hours as hours from exchange_peer
    where client_id = ${clientId} and id = ${id} for update`.execute(ctx.tx)
  const [peer] = rows
  if (!peer) throw new Refusal('not_found')
  if (!EXCHANGE_KIND_TABLE[peer.kind].isHeard)
    throw new Refusal('invalid', undefined, {
      fields: { silent_after_hours: 'is for systems that are heard of their own accord' },
    })
  if (peer.hours === hours) return { message: 'Saved' }
  await ctx.tx
    .updateTable('exchange_peer')
    .set({ silent_after_hours: hours, silent_since: null })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .execute()
  await settleSilence(ctx, { clientId, id })
  await ctx.audit('save', 'exchange_peer', id, { silent_after_hours: hours })
  return { message: 'Saved' }
}
