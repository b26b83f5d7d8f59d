import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { HeldCommand, SealedAnswer } from '#contract/calls/delivery.ts'
import { SealedCommand } from '#contract/calls/delivery.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import { sessionOpened } from '#server/kernel/auth/session-store.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { doneAnswer, getEndpoint, incomingOf, refusedAnswer } from '../commands/answers.ts'
import { loggedRefusal } from '../commands/commands.ts'
import { runCommand } from '../commands/run-command.ts'
import { voidCommand } from '../commands/void.ts'
import { sealedAnswer } from './deliver.ts'
import { openInput } from './open-sealed-command.ts'

interface HeldRow {
  id: string
  user_id: string
  user_name: string
  device_id: string
  device_name: string
  call: string
  made: Date
  received: Date
  since: Date
  reason: HeldCommand['reason']
  refusal: string
  item: unknown
}

/**
 * Returns commands that wait for their author: the caller's own, and everybody's for a client administrator.
 * Opens none.
 */
export async function listHeld({ database }: Kernel, caller: Caller): Promise<HeldCommand[]> {
  const whose = caller.isClientAdmin ? undefined : caller.userId
  const rows = await database.tenant(caller.clientId, (tx) => selectHeld(tx, caller.clientId, whose))
  return rows.map((row) => ({
    id: row.id,
    user_id: row.user_id,
    user_name: row.user_name,
    device_id: row.device_id,
    device_name: row.device_name,
    call: row.call,
    made: row.made.toISOString(),
    received: row.received.toISOString(),
    reason: row.reason,
    refusal: row.refusal,
  }))
}

/**
 * Runs the caller's held commands, each judged as if it came now, with its own answer. Throws if the session is older
 * than the reason for the hold: a stolen session can release nothing.
 */
export async function releaseHeld(
  kernel: Kernel,
  caller: Caller,
  ids: readonly string[],
  log: FastifyBaseLogger,
): Promise<SealedAnswer[]> {
  const rows = await ownHeld(kernel, caller, ids)
  const answers: SealedAnswer[] = []
  for (const row of rows) answers.push(await releaseOne(kernel, caller, row, log))
  return answers
}

/** Discards the caller's held commands: no copy of them ever runs. */
export async function discardHeld(kernel: Kernel, caller: Caller, ids: readonly string[]): Promise<void> {
  const { clientId, userId } = caller
  const rows = await ownHeld(kernel, caller, ids)
  const at = kernel.now()
  await kernel.database.tenant(clientId, async (tx) => {
    for (const { id, call, device_id } of rows) {
      await voidCommand(tx, { clientId, userId, deviceId: device_id, commandId: id, at })
      const line = { clientId, userId, type: 'command', recordId: id, at }
      await writeAudit(tx, { ...line, action: 'held_discarded', detail: { call } })
    }
  })
}

async function ownHeld(kernel: Kernel, caller: Caller, ids: readonly string[]): Promise<HeldRow[]> {
  const { clientId, userId } = caller
  return kernel.database.tenant(clientId, async (tx) => {
    const rows = (await selectHeld(tx, clientId, userId)).filter(({ id }) => ids.includes(id))
    if (rows.length < new Set(ids).size) throw new Refusal('not_found')
    const opened = await sessionOpened(tx, caller)
    if (rows.some(({ since }) => !opened || opened <= since))
      throw new Refusal('refused', 'Sign in again first: these changes are older than your sign-in.')
    return rows
  })
}

async function releaseOne(
  kernel: Kernel,
  caller: Caller,
  { id, call, device_id, item }: HeldRow,
  log: FastifyBaseLogger,
): Promise<SealedAnswer> {
  try {
    const command = SealedCommand.parse(item)
    const endpoint = getEndpoint(kernel, command)
    const input = await openInput(kernel, command)
    const incoming = { ...incomingOf(command, input, device_id), door: 'release_held' as const }
    return sealedAnswer(doneAnswer(id, await runCommand(kernel, caller, endpoint, incoming)))
  } catch (error) {
    const refusal = loggedRefusal(error, call, log)
    await kernel.database.tenant(caller.clientId, (tx) =>
      tx
        .updateTable('held_command')
        .set({ refusal: refusal.code })
        .where('client_id', '=', caller.clientId)
        .where('id', '=', id)
        .execute(),
    )
    return sealedAnswer(refusedAnswer(id, refusal))
  }
}

// Skips commands that took effect or were discarded meanwhile, here or by their device in a session.
async function selectHeld(tx: Tx, clientId: string, userId: string | undefined): Promise<HeldRow[]> {
  const ofUser = userId === undefined ? sql`true` : sql`h.user_id = ${userId}`
  const { rows } = await sql<HeldRow>`
    select h.id, h.user_id, u.name as user_name, h.device_id, d.name as device_name, h.call, h.made, h.received,
      h.since, h.reason, h.refusal, h.item
    from held_command h
    join app_user u on u.client_id = h.client_id and u.id = h.user_id
    join device d on d.client_id = h.client_id and d.id = h.device_id and d.user_id = h.user_id
    where h.client_id = ${clientId} and ${ofUser}
      and not exists (select from command_log l where l.client_id = h.client_id and l.id = h.id)
    order by h.made, h.id`.execute(tx)
  return rows
}
