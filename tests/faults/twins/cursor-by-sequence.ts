import type { WrapTenant } from '../sim/server.ts'
import type { Twin } from './twin.ts'

/** More changes than one transaction of a schedule makes. */
const BLOCK = 100

/**
 * Assigns positions when a transaction begins, as a sequence would: a late commit gets an earlier position
 * than readers have already passed.
 */
export const cursorBySequence: Twin = {
  name: 'cursor by sequence',
  what: 'reads a feed whose positions are given when a transaction begins',
  schedule: 'busy server',
  runs: 60,
  breaks: ['devices and server agree'],
  options: () => ({}),
  wrapTenant: () => {
    const given = new Map<string, number>()
    const wrap: WrapTenant = (tenant) => (clientId, run, options) => {
      let first = 0
      const tail = () => fromStart(options?.tail?.(), first)
      return tenant(
        clientId,
        (tx) => {
          first = given.get(clientId) ?? 0
          given.set(clientId, first + BLOCK)
          return run(tx)
        },
        options?.tail ? { ...options, tail } : options,
      )
    }
    return wrap
  },
}

const HEAD =
  /values \(('[^']+'), (\d+)\)(\s+on conflict \(client_id\) do update set pos = )feed_head\.pos \+ \d+ returning pos\)/

// Returns the statement of server/kernel/sync/feed/feed-tail.ts, with a head that is fixed in advance.
function fromStart(tail: string | undefined, first: number): string | undefined {
  // A repeated command, a refusal or a bare answer changes no record: nothing gets a position.
  if (!tail?.includes('feed_head')) return tail
  if (!HEAD.test(tail)) throw new Error('the tail of a write has changed; this twin must follow it')
  return tail.replace(HEAD, (_, client: string, count: string, middle: string) => {
    const pos = first + Number(count)
    return `values (${client}, ${pos})${middle}greatest(feed_head.pos, ${pos}) returning ${pos}::bigint as pos)`
  })
}
