import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { kindOfAddress } from '#domain/outgoing/address-kind.ts'
import { readHost } from '#domain/outgoing/host.ts'
import type { MetCertificate } from './met-certificate.ts'
import { OutgoingError } from './outgoing-error.ts'

/** Ports of this machine that may be called: named one by one by the server's operator, or all of them in tests. */
export type LoopbackPorts = 'all' | readonly number[]

/** One resolved address of a name. */
export interface Resolved {
  address: string
  family: number
}

/** A checked place: connections go to these addresses only. */
export interface Target {
  host: string
  port: number
  addresses: readonly Resolved[]
}

/** The way out of one client: every address that a person entered passes through it. */
export interface WayOut {
  /**
   * Resolves a host once and checks all its addresses. Returns those that may be called; throws OutgoingError if there
   * are none.
   */
  find: (place: { host: string; port: number }) => Promise<Target>
  /** Called with each trusted certificate that a place presented over TLS; absent if nobody stores them. */
  met?: ((place: { host: string; port: number }, certificate: MetCertificate) => void) | undefined
}

/** A place of the server itself: its own pages, its database. */
export interface OwnAddress {
  host: string
  port: number
  /** Only the name is meant: its address may be a reverse proxy that serves others too. */
  isNameOnly?: boolean
}

export interface WayOutOptions {
  loopbackPorts: LoopbackPorts
  /** Ports that this server listens on, and its database's place. Read at each check, as a port may be chosen late. */
  ownPlaces: () => readonly OwnAddress[]
  /** Whether the platform allows a client to reach private addresses. */
  reachesPrivate: (clientId: string) => Promise<boolean>
  /** Returns all addresses of a name; the system's resolver by default. */
  resolve?: (host: string) => Promise<readonly Resolved[]>
  /** Addresses of this machine's own network cards. */
  ownAddresses?: () => readonly string[]
  /** Called with each trusted certificate that a client's partner presented. */
  met?: (clientId: string, place: { host: string; port: number }, certificate: MetCertificate) => void
}

const bySystem = (host: string): Promise<readonly Resolved[]> =>
  lookup(host, { all: true, order: 'verbatim' })

const ofMachine = () =>
  Object.values(networkInterfaces()).flatMap((cards) => (cards ?? []).map(({ address }) => address))

/** Creates the ways out of this server's clients; the right to private addresses is read again at each check. */
export function createWaysOut(options: WayOutOptions): (clientId: string) => WayOut {
  const { met } = options
  return (clientId) => ({
    ...(met && { met: (place, certificate) => met(clientId, place, certificate) }),
    find: async ({ host: typed, port }) => {
      const host = readHost(typed)
      if (host === undefined || !Number.isInteger(port) || port < 1 || port > 65_535)
        throw new OutgoingError('not_allowed')
      const found = await resolved(host, options)
      const isOwn = await ownPlaceCheck(host, port, options)
      const { loopbackPorts } = options
      const rule = { port, loopbackPorts, reachesPrivate: await options.reachesPrivate(clientId) }
      const addresses = found.filter(({ address }) => isReachable(address, rule) && !isOwn(address))
      if (addresses.length === 0) throw new OutgoingError('not_allowed')
      return { host, port, addresses }
    },
  })
}

async function resolved(
  host: string,
  { resolve = bySystem }: Pick<WayOutOptions, 'resolve'>,
): Promise<readonly Resolved[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  const found = await resolve(host).catch((cause: unknown) => {
    throw new OutgoingError('not_found', { cause })
  })
  if (found.length === 0) throw new OutgoingError('not_found')
  return found
}

interface Rule {
  port: number
  reachesPrivate: boolean
  loopbackPorts: LoopbackPorts
}

function isReachable(address: string, { port, reachesPrivate, loopbackPorts }: Rule): boolean {
  const kind = kindOfAddress(address)
  if (kind === 'loopback') return loopbackPorts === 'all' || loopbackPorts.includes(port)
  return kind === 'public' || (kind === 'private' && reachesPrivate)
}

/** Checks whether an address leads to the server itself: one of its ports on this machine, or its database. */
async function ownPlaceCheck(
  host: string,
  port: number,
  { ownPlaces, ownAddresses = ofMachine, resolve }: WayOutOptions,
): Promise<(address: string) => boolean> {
  const named = ownPlaces().filter((place) => place.port === port)
  if (named.some((place) => readHost(place.host) === host)) return () => true
  const same = named.filter((place) => !place.isNameOnly)
  if (same.length === 0) return () => false
  const elsewhere: string[] = []
  for (const place of same) {
    const name = readHost(place.host)
    // A name that cannot be resolved now leads nowhere now.
    const found = name === undefined ? [] : await resolved(name, resolve ? { resolve } : {}).catch(() => [])
    elsewhere.push(...found.map(({ address }) => address))
  }
  const isHere = same.some((place) => isOfThisMachine(place.host, elsewhere, ownAddresses()))
  return (address) =>
    elsewhere.includes(address) ||
    (isHere && (kindOfAddress(address) === 'loopback' || ownAddresses().includes(address)))
}

const EVERYWHERE = ['0.0.0.0', '::', '']

const isOfThisMachine = (host: string, addresses: readonly string[], own: readonly string[]) =>
  EVERYWHERE.includes(host) ||
  host.startsWith('/') ||
  addresses.some((address) => kindOfAddress(address) === 'loopback' || own.includes(address))
