import { sql } from 'kysely'
import { COLLECTIVE_PEERS } from '#domain/exchange/kinds.ts'
import type { RefusedConnection } from '#server/integrations/listener.ts'
import { recordExchangeLater } from '#server/kernel/exchanges/record-exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { KnownAddresses } from '../known-addresses.ts'

type Deps = Pick<Kernel, 'database' | 'exchanges' | 'now'>

/** A port besides HTTP that other systems connect to. */
type Door = 'worklist' | 'hl7_in'

/** Logs connections that were closed because too many were open. */
export interface RefusedConnections {
  /**
   * Records that a client's system connected from that address; later refused connections from there are logged under
   * its name.
   */
  heard: (address: string, clientId: string, peer: string) => void
  /** Logs a closed connection. Returns at once and never throws. */
  refused: (connection: RefusedConnection) => void
}

/** Addresses with a separate row per hour; all others share one row. */
const ADDRESSES_MAX = 20
/** Minimum interval between entries in the technical log, and between queries for the port's only client. */
const QUIET_MS = 60_000

/**
 * Logs connections over the limit for the client whose system connected from that address before: one row per hour,
 * with a count. An unknown address is logged for the port's only client; if several clients use the port, nobody sees
 * it, and the technical log reports it at most once a minute.
 */
export function createRefusedConnections(
  kernel: Deps,
  door: Door,
  onError: (error: unknown) => void,
): RefusedConnections {
  const addresses = new KnownAddresses()
  const rows = new Set<string>()
  let hour = 0
  let told = Number.NEGATIVE_INFINITY
  let only: { clientId: Promise<string | null>; at: number } | undefined

  /** Returns the key of the row for this hour. */
  const rowOf = (address: string): string => {
    const now = Math.floor(kernel.now().getTime() / 3_600_000)
    if (now !== hour) rows.clear()
    hour = now
    if (!rows.has(address) && rows.size >= ADDRESSES_MAX) return 'others'
    rows.add(address)
    return address
  }
  const onlyClient = (): Promise<string | null> => {
    const at = performance.now()
    if (only === undefined || at - only.at > QUIET_MS) only = { clientId: selectOnlyClient(kernel, door), at }
    return only.clientId
  }
  const note = (
    connection: RefusedConnection,
    of: () => Promise<{ clientId: string; peer: string } | null>,
  ) => {
    const foldsWith = rowOf(connection.address)
    recordExchangeLater(kernel, async () => {
      const found = await of()
      if (found) return { ...found, kind: door, ...endOf(connection), foldsWith, isUnheard: true }
      if (performance.now() - told < QUIET_MS) return undefined
      told = performance.now()
      onError(new Error(wordsOf({ ...connection, address: 'one address' })))
      return undefined
    })
  }
  return {
    heard: (address, clientId, peer) => addresses.note(address, clientId, peer),
    refused: (connection) => {
      const known = addresses.of(connection.address)
      for (const one of known) note(connection, () => Promise.resolve(one))
      if (known.length > 0) return
      note(connection, async () => {
        const clientId = await onlyClient()
        return clientId === null ? null : { clientId, peer: COLLECTIVE_PEERS.overTheLimit }
      })
    },
  }
}

const endOf = (connection: RefusedConnection) =>
  ({ outcome: 'refused', code: 'connections', reason: wordsOf(connection) }) as const

function wordsOf({ address, limit, isOfAddress }: RefusedConnection): string {
  return isOfAddress
    ? `${limit} connections of ${address} were open, the most that one address may have. The next was ended before anything of it was read.`
    : `${limit} connections were open, the most that this server holds there. One of ${address} was ended before anything of it was read.`
}

async function selectOnlyClient({ database }: Pick<Deps, 'database'>, door: Door): Promise<string | null> {
  return database.entry(async (tx) => {
    const { rows } = await sql<{ client: string | null }>`
      select entry.only_client_of_door(${door}) as client`.execute(tx)
    return rows[0]?.client ?? null
  })
}
