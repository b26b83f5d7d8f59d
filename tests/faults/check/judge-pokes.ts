import type { SaidPoke } from '../sim/streams.ts'
import type { World } from '../sim/world.ts'
import type { Violation } from './invariants.ts'

/**
 * Checks every poke of a schedule: it must name scopes of its reader. A poke without scopes says that
 * anything may have changed, and makes a device pull; that is right only if the reader's rights changed, or
 * if the change had not been announced.
 */
export function judgePokes({ network, server, client, rightsMovedAt }: World): Violation[] {
  const told = new Map<number, number>()
  const isRight = ({ reader, stream, at, scopes }: SaidPoke): boolean => {
    const granted = network.granted.get(reader)
    if (scopes) return scopes.every((scope) => granted?.has(scope))
    if (server.toldUnannounced.some((one) => one.clientId === client.id && one.at === at)) return true
    const since = told.get(stream) ?? Number.NEGATIVE_INFINITY
    told.set(stream, at)
    return rightsMovedAt.some((moved) => moved > since && moved <= at)
  }
  const wrong = network.streams.pokes.filter((poke) => !isRight(poke))
  return [...new Set(wrong.map(inWords))].map((what) => ({
    invariant: 'a device is told of its own scopes',
    what,
  }))
}

const inWords = ({ pos, scopes }: SaidPoke) =>
  scopes
    ? `a poke names ${scopes.join(', ')}, not all of them its reader's`
    : `the poke of position ${pos} concerns nothing of its reader's`
