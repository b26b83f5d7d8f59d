import * as z from 'zod/mini'
import { ReportRow } from '#contract/calls/reports.ts'
import { StudyRow } from '#contract/calls/studies.ts'
import type { CommandAnswer } from '#contract/calls/sync.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { keepConfirmed } from '../pull/copies.ts'
import { type Outcome, waitBeforeRetryMs } from './outcome.ts'

/** The records that the answer of a queued call may carry. */
const AnswerRecords = z.object({
  result: z.object({ study: z.optional(StudyRow), report: z.optional(ReportRow) }),
})

/** What settling needs to know of the world. */
export interface SettlePorts {
  now: () => number
  random: () => number
}

/** Writes what a delivery came to. */
export async function settleOutcome(
  databases: Databases,
  ports: SettlePorts,
  command: OpenCommand,
  outcome: Outcome,
): Promise<void> {
  if (outcome.kind === 'acked') await acknowledge(databases, ports, command, outcome.answer)
  else await putBack(databases, ports, command, outcome)
}

/**
 * The effect stands on the server. The copy comes first, the acknowledgement after it: if the page dies in between,
 * the command is sent again and its first answer comes back.
 */
async function acknowledge(
  databases: Databases,
  { now }: SettlePorts,
  command: OpenCommand,
  answer: CommandAnswer,
): Promise<void> {
  const { work } = databases
  const parsed = AnswerRecords.safeParse(answer.body)
  const { study, report } = parsed.success ? parsed.data.result : {}
  await keepConfirmed(databases, { study, reports: report ? [report] : [] })
  const rev = report?.rev ?? answer.rev
  const revs = revisionsOf(study, report)
  await work.transaction('rw', work.outbox, work.overlay, work.drafts, async () => {
    const row = await work.outbox.get(command.id)
    if (!row || row.state === 'acked') return
    const acked = { pos: answer.pos, rev, at: now() }
    await work.outbox.update(row.id, { state: 'acked', acked, lastError: undefined, claim: undefined })
    await work.overlay
      .where('command')
      .equals(row.id)
      .modify((effect) => {
        effect.ackedRev = revs.get(`${effect.type}/${effect.record}`) ?? effect.ackedRev
      })
    await moveDraftOn(databases, row.id, report?.rev)
    await releaseDependents(databases, row)
  })
}

function revisionsOf(study: StudyRow | undefined, report: ReportRow | undefined): Map<string, number> {
  const revs = new Map<string, number>()
  if (study) revs.set(`study/${study.id}`, study.rev)
  if (report) revs.set(`report/${report.id}`, report.rev)
  return revs
}

// What waited for this one need not wait out its pause.
async function releaseDependents({ work }: Databases, done: OutboxRow): Promise<void> {
  await work.outbox
    .where('state')
    .equals('waiting')
    .and((row) => row.aggregate === done.aggregate || row.depends.includes(done.id))
    .and((row) => row.lastError?.kind === 'dependency')
    .modify({ nextAt: 0 })
}

// The text that this save carried goes on from what the server made of it.
async function moveDraftOn({ work }: Databases, command: string, rev: number | undefined): Promise<void> {
  if (rev === undefined) return
  await work.drafts.filter((draft) => draft.command === command).modify({ baseRev: rev })
}

type NotDone = Exclude<Outcome, { kind: 'acked' }>

/** Nothing took effect: it waits for its next try, for the session, or for a person. */
async function putBack(
  { work, outbox }: Databases,
  { now, random }: SettlePorts,
  command: OpenCommand,
  outcome: NotDone,
): Promise<void> {
  const parked = outcome.kind === 'parked'
  const attempts = command.attempts + (parked ? 0 : 1)
  const retryAfterMs = outcome.kind === 'again' ? outcome.retryAfterMs : undefined
  const wait = parked ? 0 : waitBeforeRetryMs(attempts, random(), retryAfterMs)
  const sealed = await outbox.seal(
    parked ? { ...command, body: { ...command.body, refusal: outcome.refusal } } : command,
  )
  const change: Partial<OutboxRow> = {
    state: parked ? 'parked' : 'waiting',
    claim: undefined,
    attempts,
    nextAt: now() + wait,
    lastError: { ...outcome.error, at: now() },
    e: sealed.e,
  }
  await work.transaction('rw', work.outbox, async () => {
    const row = await work.outbox.get(command.id)
    // A later sender may have claimed it anew; what this one heard is then old news.
    if (row?.state === 'sending' && row.claim === command.claim) await work.outbox.update(row.id, change)
  })
}
