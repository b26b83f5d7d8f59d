import { escapeLiteral } from 'pg'
import type { GivenNumber } from '#contract/calls/sync.ts'
import type { Change } from '../context.ts'
import type { Growth } from './feed-pokes.ts'

/** The answer of a command, kept so that a second delivery gets the same. */
export interface Outcome {
  commandId: string
  response: unknown
  /** The revision its change was based on: what a later command follows where this one changed nothing. */
  baseRev: number | undefined
  keepForEver: boolean
  /** What is left for a person to do. */
  flags?: readonly string[]
  /** Numbers that it was given. */
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

/** One row per record and scope: leaves first, so that the newest row of a record says where it stands now. */
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

/** What changes that were written up to `pos` did to the feed. */
export function growthOf(pos: number, changes: readonly Change[]): Growth {
  const rows = feedRows(changes)
  return { pos, size: rows.length, scopes: [...new Set(rows.map(({ scope }) => scope))] }
}

/** The revision that answers a command: the last noted one of the first noted record. */
export function answeringRev(changes: readonly Change[]): number | undefined {
  const [first] = changes
  const last = first && changes.findLast(({ type, id }) => type === first.type && id === first.id)
  return last?.rev
}

/**
 * The tail of a write as ONE statement, sent in one message with COMMIT (docs/sync.md#on-the-server): the client's head
 * moves on, the feed rows get their positions from it, the command log its answer. The head's row lock is thus held for
 * the commit alone, and positions are given in the order of commits, so a reader never passes one that is yet to come.
 * Its result is `pos`, where the head stands then. Undefined where there is nothing to write.
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
