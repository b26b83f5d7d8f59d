import { randomUUID } from 'node:crypto'
import type { CommandAnswer } from '#contract/calls/sync.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import { headerOf } from '#src/sync/outbox/send/wire.ts'
import type { SimDevice } from '../sim/device.ts'
import { runAs } from '../sim/time.ts'
import type { World } from '../sim/world.ts'
import { firstTab, rowsOf } from './heal.ts'
import type { Violation } from './invariants.ts'

/**
 * Runs the last check of a schedule: would the server now accept, under a new id, a change that a device
 * shows as refused? Sends it to the server, which may change it, so no other check follows.
 */
export async function askAgain(world: World): Promise<Violation[]> {
  const found: Violation[] = []
  for (const device of world.devices)
    for (const command of await firstRefused(device)) {
      const answer = await ask(world, device, command)
      if (answer?.status === 200)
        found.push({
          invariant: 'a refusal has a reason',
          what: `${device.name}: a ${command.call} is refused though the server would take it`,
        })
    }
  return found
}

// A command after a refused one is not judged separately. A change that a person gave up, in a tab that died
// before it could delete the row, is refused permanently under its id, as intended.
async function firstRefused(device: SimDevice): Promise<OpenCommand[]> {
  const rows = await rowsOf(device)
  const first = rows.filter(
    (row) =>
      row.state === 'parked' &&
      row.lastError?.code !== 'voided' &&
      row.depends.length === 0 &&
      !(row.base && 'follows' in row.base) &&
      rows.find(({ aggregate, state }) => aggregate === row.aggregate && state !== 'acked') === row,
  )
  return runAs(firstTab(device), () => firstTab(device).databases.outbox.openAll(first))
}

async function ask(
  { server }: World,
  { id, credentials }: SimDevice,
  command: OpenCommand,
): Promise<CommandAnswer | undefined> {
  const { supersedes: _, ...header } = headerOf(command, [])
  const commands = [{ ...header, id: randomUUID(), input: command.body.input }]
  const headers = {
    authorization: `Bearer ${credentials?.token}`,
    'content-type': 'application/json',
    'x-time-zone': 'Asia/Kolkata',
  }
  const body = JSON.stringify({ device_id: id, commands })
  const answered = await server.handle('/api/sync/commands', { method: 'POST', headers, body })
  return (JSON.parse(answered.body) as { answers?: CommandAnswer[] }).answers?.[0]
}
