import { sql } from 'kysely'
import type { LeakEntry, leakageActCalls } from '#contract/calls/leakage.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isReasonOf, type LeakLine, needsNote } from '#domain/leakage/lines.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { decimalsOf } from '#server/masters/decimals.ts'
import { demandLine, selectLeaks } from './entries.ts'
import type { LeakSearch } from './public/leak-rows.ts'

type Input = ParsedInputOf<typeof leakageActCalls.act>

/**
 * Explains an entry with a reason, or reopens it with a note. Each act is a new row with the next version. Throws
 * `not_found` for an entry that the reader cannot see, and `conflict` with the entry if somebody changed it since it
 * was read.
 */
export async function actOnLeak(ctx: Context, input: Input): Promise<LeakEntry> {
  demandLine(ctx.caller, input.line)
  const note = input.note.trim()
  const reason = readReason(input, note)
  const search = await anyDay(ctx)
  const entry = await findEntry(search, input.line, input.subject_id)
  if (!entry) throw new Refusal('not_found')
  if (entry.version !== input.version) throw new Refusal('conflict', undefined, { current: entry })
  if (input.act === 'Explained' && entry.is_explained === 1)
    throw new Refusal('refused', 'This entry is already explained. Open it again first.')
  if (input.act === 'Reopened' && entry.is_explained === 0)
    throw new Refusal('refused', 'This entry is already open.')
  const { rows } = await sql<{ version: number }>`
    insert into leak_explanation
      (client_id, line, subject_id, version, branch_id, act, reason, note, amount, created, created_by)
    values (${ctx.caller.clientId}, ${input.line}, ${input.subject_id}, ${entry.version + 1}, ${entry.branch_id},
      ${input.act}, ${reason ?? ''}, ${note}, ${entry.amount}, ${ctx.now}, ${ctx.caller.userId})
    on conflict (client_id, line, subject_id, version) do nothing returning version`.execute(ctx.tx)
  // Somebody changed it concurrently.
  if (rows.length === 0) throw new Refusal('conflict')
  await ctx.audit(input.act === 'Explained' ? 'explain_leak' : 'reopen_leak', 'leakage', input.subject_id, {
    line: input.line,
    reason: reason ?? null,
    version: entry.version + 1,
  })
  const after = await findEntry(search, input.line, input.subject_id)
  if (!after) throw new Error('an entry that was just acted on is not there')
  return after
}

/** Returns the reason for an explanation; undefined when the entry is reopened. */
function readReason({ act, line, reason }: Input, note: string) {
  if (act === 'Reopened') {
    if (reason !== undefined) throw invalid({ reason: 'is not given to open an entry again' })
    if (note === '') throw new Refusal('reason_needed', undefined, { fields: { note: 'is required' } })
    return undefined
  }
  if (reason === undefined) throw invalid({ reason: 'is required' })
  if (!isReasonOf(line, reason)) throw invalid({ reason: 'is not a reason of this line' })
  if (needsNote(reason) && note === '') throw invalid({ note: 'is required with this reason' })
  return reason
}

const ONE = { p: 1, ps: 1, order_by: 'date_desc' } as const

async function findEntry(
  search: LeakSearch,
  line: LeakLine,
  subjectId: string,
): Promise<LeakEntry | undefined> {
  const [entry] = await selectLeaks(search, { line, state: 'All', subjectId }, ONE)
  return entry
}

// Reads the current entry, of any day, within the scopes of the list.
async function anyDay(ctx: Context): Promise<LeakSearch> {
  const { tx, caller, now } = ctx
  return {
    tx,
    caller,
    now,
    scope: {
      branchIds: caller.isClientAdmin ? undefined : caller.branchIds,
      fromDay: '0001-01-01',
      toDay: '9999-12-31',
      zones: [],
    },
    scale: 10 ** (await decimalsOf(ctx)),
    asAt: { pos: 0, at: now.toISOString() },
    seesHidden: false,
    isAnyDay: true,
  }
}
