import { v7 as mintId } from 'uuid'
import type { Databases } from '#src/db/open-databases.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import type { OutboxRow, OverlayRow, WorkDatabase } from '#src/db/work-database.ts'
import { basedOn, findEpoch } from '#src/sync/journal/known-epoch.ts'
import type { CommandSealer } from '#src/sync/sealed/seal-command.ts'
import type { CommandSigner } from '#src/sync/sealed/sign-command.ts'
import type { Outcome } from './outcome.ts'

/** What makes a command ready to send. */
export interface Signing {
  seal: CommandSealer
  sign: CommandSigner
}

type Ran = Extract<Outcome, { kind: 'ran' }>

/**
 * Queues an edit again if its predecessor, which it should have replaced, had already taken effect. The new command has
 * its own id and builds on the revision that the predecessor left; commands that followed the edit follow the new one.
 * One transaction: until it commits, the old row stays and would get the same answer again.
 */
export async function rebaseCommand(
  databases: Databases,
  { seal, sign }: Signing,
  command: OpenCommand,
  ran: Ran,
): Promise<void> {
  const { work, outbox } = databases
  const epoch = await findEpoch(work)
  const anew = commandAnew(command, ran, epoch)
  const [sealed, part, effects] = await Promise.all([
    outbox.seal(anew),
    seal(anew, anew.body.input),
    effectsOf(databases, command.id, anew.id),
  ])
  const signed = await sign({ ...sealed, ...part })
  await work.transaction('rw', work.outbox, work.overlay, work.drafts, async () => {
    const row = await work.outbox.get(command.id)
    // A later sender has claimed it since: this answer is out of date.
    if (row?.state !== 'sending' || row.claim !== command.claim) return
    await work.outbox.delete(command.id)
    await work.outbox.add({ ...sealed, ...part, ...signed })
    await work.overlay.where('command').equals(command.id).delete()
    await work.overlay.bulkPut(effects)
    await work.drafts
      .filter((draft) => draft.command === command.id)
      .modify((draft) => {
        draft.command = anew.id
        draft.baseEpoch = ran.answer.rev === null ? draft.baseEpoch : epoch
        draft.baseRev = ran.answer.rev ?? draft.baseRev
      })
    await followTo(work, command.id, anew.id)
  })
}

function commandAnew(command: OpenCommand, { ran, answer }: Ran, epoch: string | undefined): OpenCommand {
  const rest = command.supersedes?.filter((id) => id !== ran) ?? []
  return {
    ...command,
    id: mintId(),
    state: 'waiting',
    base: answer.rev === null ? command.base : basedOn({ rev: answer.rev }, command, epoch),
    supersedes: rest.length > 0 ? rest : undefined,
    sentAt: undefined,
    exportedAt: undefined,
    claim: undefined,
    attempts: 0,
    nextAt: 0,
    lastError: undefined,
  }
}

async function effectsOf({ work, overlay }: Databases, from: string, to: string): Promise<OverlayRow[]> {
  const effects = await overlay.openAll(await work.overlay.where('command').equals(from).toArray())
  return overlay.sealAll(
    effects.map((effect) => ({ ...effect, id: `${to}/${effect.type}/${effect.record}`, command: to })),
  )
}

async function followTo({ outbox }: WorkDatabase, from: string, to: string): Promise<void> {
  const isTied = ({ base, depends, after }: OutboxRow) =>
    depends.includes(from) ||
    after?.includes(from) ||
    (base !== undefined && 'follows' in base && base.follows === from)
  await outbox.filter(isTied).modify((row) => {
    if (row.base && 'follows' in row.base && row.base.follows === from) row.base = { follows: to }
    row.depends = row.depends.map((id) => (id === from ? to : id))
    if (row.after) row.after = row.after.map((id) => (id === from ? to : id))
    row.signature = undefined
  })
}
