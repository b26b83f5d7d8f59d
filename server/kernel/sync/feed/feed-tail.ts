import { escapeLiteral } from 'pg'
import type { GivenNumber } from '#contract/calls/sync.ts'
import type { Change } from '#server/kernel/context.ts'
import type { Growth } from './feed-pokes.ts'

/** The answer to a command, stored so that a second delivery gets the same. */
export interface Outcome {
  commandId: string
  response: unknown
  /** The revision its change was based on: the base for a later command if this one changed nothing. */
  baseRev: number | undefined
  keepForEver: boolean
  /** Work left for a person. */
  flags?: readonly string[]
  /** Numbers that the command was given. */
  numbers?: readonly GivenNumber[]
}

interface FeedRow {
  type: string
  id: string
  rev: number
  op: 'put' | 'leave'
  scope: string
}

const text = escapeLiteral

/** Returns one row per record and scope: leaves first, so that a record's newest row says where it is now. */
export function feedRows(changes: readonly Change[]): FeedRow[] {
  const newest = new Map<string, FeedRow>()
  const note = (row: FeedRow) => {
    const key = `${row.type} ${row.id} ${row.scope}`
    newest.delete(key)
    newest.set(key, row)
  }
  for (const { type, id, rev, scopes, left = [] } of changes) {
    for (const scope of left) note({ type, id, rev, op: 'leave', scope })
    for (const scope of scopes) note({ type, id, rev, op: 'put', scope })
  }
  const rows = [...newest.values()]
  return [...rows.filter((row) => row.op === 'leave'), ...rows.filter((row) => row.op === 'put')]
}

/** Returns what changes written up to `pos` added to the feed. */
export function growthOf(pos: number, changes: readonly Change[]): Growth {
  const rows = feedRows(changes)
  return { pos, size: rows.length, scopes: [...new Set(rows.map(({ scope }) => scope))] }
}

/** Returns the revision of a command's answer: the last noted one of the first noted record. */
export function answeringRev(changes: readonly Change[]): number | undefined {
  const [first] = changes
  const last = first && changes.findLast(({ type, id }) => type === first.type && id === first.id)
  return last?.rev
}

/**
 * Returns the tail of a write as ONE statement, sent in one message with COMMIT (docs/sync.md#on-the-server): it
 * advances the client's head, gives the feed rows their positions, and stores the command's answer in the log. The
 * head's row lock is thus held only for the commit, and positions follow the order of commits, so a reader never skips
 * one that is still to come. Its result is `pos`, the new head. Undefined if there is nothing to write.
 */
export function tailStatement(
  clientId: string,
  changes: readonly Change[],
  outcome: Outcome | undefined,
  at: Date,
): string | undefined {
  const rows = feedRows(changes)
  if (rows.length === 0) return outcome && logStatement(clientId, outcome, outcome.baseRev, 'null')
  const client = text(clientId)
  const values = rows.map(
    (row, index) =>
      `(${index + 1}, ${text(row.type)}, ${text(row.id)}::uuid, ${Math.trunc(row.rev)}, ${text(row.op)}, ${text(row.scope)})`,
  )
  const log = outcome && logStatement(clientId, outcome, answeringRev(changes), '(select pos from head)')
  return `with head as (
      insert into feed_head (client_id, pos) values (${client}, ${rows.length})
      on conflict (client_id) do update set pos = feed_head.pos + ${rows.length} returning pos),
    feed as (
      insert into change_feed (client_id, pos, type, id, rev, op, scope, at)
      select ${client}, head.pos - ${rows.length} + row.n, row.type, row.id, row.rev, row.op, row.scope, ${text(at.toISOString())}
      from head, (values ${values.join(', ')}) as row (n, type, id, rev, op, scope))
    ${log ? `, log as (${log})` : ''}
    select pos from head`
}

const numbersSet = ({ numbers = [] }: Outcome) =>
  numbers.length === 0 ? '' : `, numbers = ${text(JSON.stringify(numbers))}::jsonb`

function logStatement(clientId: string, outcome: Outcome, rev: number | undefined, pos: string): string {
  return `update command_log set status = 200, response = ${text(JSON.stringify(outcome.response))}::jsonb,
    result_rev = ${rev ?? 'null'}, pos = ${pos}, keep_for_ever = ${outcome.keepForEver},
    flags = array[${(outcome.flags ?? []).map(text).join(', ')}]::text[]${numbersSet(outcome)}
    where client_id = ${text(clientId)} and id = ${text(outcome.commandId)}`
}
