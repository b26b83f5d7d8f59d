import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { kindOfAddress } from '#domain/outgoing/address-kind.ts'
import { readHost } from '#domain/outgoing/host.ts'
import type { MetCertificate } from './met-certificate.ts'
import { OutgoingError } from './outgoing-error.ts'

/** Ports of this machine that may be called: named one by one by whoever runs the server, or all of them in tests. */
export type LoopbackPorts = 'all' | readonly number[]

/** An address of a name, as the resolver gives it. */
export interface Resolved {
  address: string
  family: number
}

/** A place that was checked: connections go to these addresses and to no others. */
export interface Target {
  host: string
  port: number
  addresses: readonly Resolved[]
}

/** The way out of one client: every address that a person typed passes through it. */
export interface WayOut {
  /**
   * Resolves a host once and checks every address of it. Returns those that may be called; throws OutgoingError where
   * there are none.
   */
  find: (place: { host: string; port: number }) => Promise<Target>
  /** Told of the certificate that a place showed over TLS and that was trusted; absent where nobody keeps them. */
  met?: ((place: { host: string; port: number }, certificate: MetCertificate) => void) | undefined
}

/** A place of the server itself: its own pages, its database. */
export interface OwnPlace {
  host: string
  port: number
  /** Only the name is meant: behind its address may stand a reverse proxy that serves others too. */
  isNameOnly?: boolean
}

export interface WayOutOptions {
  loopbackPorts: LoopbackPorts
  /** Ports that this server listens at, and where its database is. Asked at each check, as a port may be chosen late. */
  ownPlaces: () => readonly OwnPlace[]
  /** Whether the platform allows private addresses to a client. */
  reachesPrivate: (clientId: string) => Promise<boolean>
  /** All addresses of a name; the system's resolver where nothing is said. */
  resolve?: (host: string) => Promise<readonly Resolved[]>
  /** Addresses of this machine's own network cards. */
  ownAddresses?: () => readonly string[]
  /** Told of each certificate that a client's partner showed and that was trusted. */
  met?: (clientId: string, place: { host: string; port: number }, certificate: MetCertificate) => void
}

const bySystem = (host: string): Promise<readonly Resolved[]> =>
  lookup(host, { all: true, order: 'verbatim' })

const ofMachine = () =>
  Object.values(networkInterfaces()).flatMap((cards) => (cards ?? []).map(({ address }) => address))

/** Makes the ways out of the clients of this server; the right to private addresses is read anew at each check. */
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

/** Tells whether an address leads to the server itself: a port of its own on this machine, or where its database is. */
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
