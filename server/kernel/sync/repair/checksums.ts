import type { repairCalls } from '#contract/calls/repair.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { ScopeKind } from '#contract/records/record.ts'
import { NO_RECORDS, SUM_MODULUS, withRecord } from '#domain/sync/checksum.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { selectHead } from '../feed/feed-head.ts'
import { selectGrantedScopes } from '../pull/granted-scopes.ts'
import { windowsAt } from '../pull/windows.ts'
import type { AnySyncSource, Revision } from '../source.ts'
import { type DaySum, rightsKey, type SumCache, sumKey } from './sum-cache.ts'

/** Records are summed in portions of this size; in between, the server serves other requests. */
const PORTION = 5_000

/** Sums that are cached together: of one type in one scope, or in all scopes of a reader. */
interface Share {
  key: string
  scopes: readonly string[]
  source: AnySyncSource
}

/**
 * Returns what the caller's device must hold, as one sum per type and day (docs/decisions/064, 272). Rights, records
 * and feed position come from one snapshot, so a device that has read up to `pos` and holds something else is wrong.
 * Sums are recomputed if something changed in their scopes, by the first reader who asks.
 */
export function checksums(
  kernel: Pick<Kernel, 'database' | 'now' | 'epoch'>,
  sources: readonly AnySyncSource[],
  cache: SumCache,
  caller: Caller,
): Promise<OutputOf<typeof repairCalls.checksums>> {
  const now = kernel.now()
  const windows = windowsAt(now)
  return kernel.database.tenant(
    caller.clientId,
    async (tx) => {
      const { pos } = await selectHead(tx, caller.clientId)
      const granted = await selectGrantedScopes(tx, caller)
      const shares = sources.flatMap((source) => sharesOf(source, caller, granted, windows))
      const since = cache.since(
        shares.map(({ key }) => key),
        pos,
      )
      const changed = await selectChanged(tx, caller, granted, { since, pos })
      const sums = new Map<string, DaySum>()
      for (const source of sources) {
        const missing: Share[] = []
        // Started once the missing shares are known: one statement for all of them.
        const made = Promise.withResolvers<ReadonlyMap<string | undefined, DaySum[]>>()
        made.promise.catch(() => undefined)
        const asked = shares
          .filter((share) => share.source === source)
          .map((share) =>
            cache.get(
              share.key,
              {
                now: now.getTime(),
                pos,
                isCurrent: (known) => share.scopes.every((scope) => (changed.get(scope) ?? 0) <= known),
              },
              async () => {
                missing.push(share)
                return (await made.promise).get(scopeOf(share)) ?? []
              },
            ),
          )
        if (missing.length > 0)
          await sumMissing(tx, caller, missing, { window: windows[source.type], now }).then(
            made.resolve,
            made.reject,
          )
        for (const some of await Promise.all(asked)) for (const sum of some) addTo(sums, sum)
      }
      return {
        pos,
        epoch: kernel.epoch,
        sums: [...sums.values()] as OutputOf<typeof repairCalls.checksums>['sums'],
      }
    },
    { snapshot: true },
  )
}

type Windows = ReturnType<typeof windowsAt>

const kindOf = (scope: string) => scope.split(':', 1)[0] as ScopeKind

function sharesOf(
  source: AnySyncSource,
  caller: Caller,
  granted: readonly string[],
  windows: Windows,
): Share[] {
  const own = granted.filter((scope) => source.scopes.includes(kindOf(scope)))
  const share = (rights: string, scopes: readonly string[]): Share => ({
    key: sumKey(caller, source.type, rights, scopes, windows[source.type]),
    scopes,
    source,
  })
  const rights = source.rightsInScope?.(caller)
  return rights === undefined ? [share(rightsKey(caller), own)] : own.map((scope) => share(rights, [scope]))
}

/** Returns the scope of a single-scope share; undefined if it covers all scopes of a reader. */
const scopeOf = ({ source, scopes }: Share) => (source.rightsInScope ? scopes[0] : undefined)

/** Returns the last feed position that changed each of these scopes, after `since` and up to `pos`. */
async function selectChanged(
  tx: Tx,
  { clientId }: Caller,
  scopes: readonly string[],
  { since, pos }: { since: number; pos: number },
): Promise<ReadonlyMap<string, number>> {
  if (since >= pos || scopes.length === 0) return new Map()
  const rows = await tx
    .selectFrom('change_feed')
    .select((eb) => ['scope', eb.fn.max('pos').as('pos')])
    .where('client_id', '=', clientId)
    .where('pos', '>', since)
    .where('pos', '<=', pos)
    .where('scope', 'in', [...scopes])
    .groupBy('scope')
    .execute()
  return new Map(rows.map((row) => [row.scope, row.pos]))
}

/** Computes the sums of shares of one type, by scope. */
async function sumMissing(
  tx: Tx,
  caller: Caller,
  missing: readonly Share[],
  span: Parameters<AnySyncSource['revisions']>[3],
): Promise<ReadonlyMap<string | undefined, DaySum[]>> {
  const source = missing[0]?.source
  if (!source) return new Map()
  const scopes = missing.flatMap((share) => share.scopes)
  const revisions = await source.revisions(tx, caller, scopes, span)
  const byScope = Map.groupBy(revisions, ({ scope }) => (source.rightsInScope ? scope : undefined))
  const sums = new Map<string | undefined, DaySum[]>()
  for (const [scope, some] of byScope) sums.set(scope, await sumByDay(source.type, some))
  return sums
}

function addTo(sums: Map<string, DaySum>, { type, day, count, sum }: DaySum): void {
  const known = sums.get(`${type} ${day}`)
  sums.set(`${type} ${day}`, {
    type,
    day,
    count: (known?.count ?? 0) + count,
    sum: ((known?.sum ?? 0) + sum) % SUM_MODULUS,
  })
}

async function sumByDay(type: string, revisions: readonly Revision[]): Promise<DaySum[]> {
  const days = new Map<string, typeof NO_RECORDS>()
  for (const [i, { id, rev, day }] of revisions.entries()) {
    if (i > 0 && i % PORTION === 0) await new Promise(setImmediate)
    days.set(day, withRecord(days.get(day) ?? NO_RECORDS, id, rev))
  }
  return [...days].map(([day, sum]) => ({ type, day, ...sum }))
}
