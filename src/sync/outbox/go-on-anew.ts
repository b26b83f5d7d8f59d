import { v7 as mintId } from 'uuid'
import type { Databases } from '#src/db/open-databases.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import type { OutboxRow, OverlayRow, WorkDatabase } from '#src/db/work-database.ts'
import { basedOn, findEpoch } from '../journal/known-epoch.ts'
import type { CommandSealer } from '../sealed/seal-command.ts'
import type { CommandSigner } from '../sealed/sign-command.ts'
import type { Outcome } from './outcome.ts'

/** What makes a command ready to travel. */
export interface Signing {
  seal: CommandSealer
  sign: CommandSigner
}

type Ran = Extract<Outcome, { kind: 'ran' }>

/**
 * An edit came too late: what it should have taken the place of had taken effect. It goes out once more as a command
 * of its own, on top of the revision that the earlier one left; whatever followed it follows it still. Until that is
 * written the old row stands, and would only be told the same again.
 */
export async function goOnAnew(
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
    // A later sender may have claimed it anew; what this one heard is then old news.
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
