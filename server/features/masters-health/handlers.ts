import { sql } from 'kysely'
import type { FoundFault, masterFaultCalls } from '#contract/calls/master-faults.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { TILE_RULES } from '#domain/access/tiles.ts'
import { MASTER_FAULT_KINDS, MASTER_FAULTS, type MasterFault } from '#domain/masters/master-faults.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller, HandlersFor } from '#server/kernel/context.ts'
import { FAULT_QUERIES } from './fault-queries.ts'

/** Number of names listed per fault; the rest is only counted. */
const NAMED = 5

/** Returns the faults that the caller can correct: those of the caller's tiles. */
const ownFaults = (caller: Caller): MasterFault[] => {
  const access = accessOf(caller)
  return MASTER_FAULT_KINDS.filter((kind) => TILE_RULES[MASTER_FAULTS[kind]](access))
}

/** Throws unless the caller manages one of the checked masters. */
export function demandMasterKeeper(caller: Caller): void {
  if (caller.userType !== 'CLIENT' || ownFaults(caller).length === 0) throw new Refusal('not_permitted')
}

/** Returns the faults in a client's masters. */
export const masterFaultHandlers: HandlersFor<typeof masterFaultCalls> = {
  faults: async (_, { tx, caller }) => {
    demandMasterKeeper(caller)
    const found: FoundFault[] = []
    for (const kind of ownFaults(caller)) {
      const { rows } = await sql<{ name: string; count: number }>`select name, count(*) over ()::int as count
        from (${FAULT_QUERIES[kind](caller.clientId)}) found order by lower(name) limit ${NAMED}`.execute(tx)
      if (rows[0]) found.push({ kind, count: rows[0].count, names: rows.map(({ name }) => name) })
    }
    return { result: found }
  },
}
