import { type Address, BITS, readAddress } from './ip-address.ts'

/** Most entries in a list of allowed addresses. */
export const ALLOWED_IPS_MAX = 50

/** Addresses from first to last, inclusive. */
interface AddressRange {
  family: Address['family']
  from: bigint
  to: bigint
}

/** The entries of a comma-separated list, trimmed; blank ones are skipped. */
export function splitAllowedIps(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/**
 * The addresses of an entry: one address (`192.0.2.7`), a network (`10.0.0.0/8`, `2001:db8::/48`) or a range
 * (`192.0.2.10-192.0.2.20`). Undefined if it is none of these: such an entry matches nothing.
 */
function rangeOf(entry: string): AddressRange | undefined {
  if (entry.includes('/')) return networkOf(entry)
  const [first = '', last = first, ...more] = entry.split('-').map((part) => part.trim())
  const [from, to] = [readAddress(first), readAddress(last)]
  if (!from || !to || more.length > 0 || from.family !== to.family || from.value > to.value) return undefined
  return { family: from.family, from: from.value, to: to.value }
}

function networkOf(entry: string): AddressRange | undefined {
  const [network = '', bits = '', ...more] = entry.split('/')
  const address = readAddress(network)
  if (!address || more.length > 0 || !/^\d{1,3}$/.test(bits)) return undefined
  // A network of mapped IPv4 addresses is written with IPv6 prefix lengths.
  const isMapped = address.family === 4 && network.includes(':')
  const prefix = isMapped ? Number(bits) - (BITS[6] - BITS[4]) : Number(bits)
  if (prefix < 0 || prefix > BITS[address.family]) return undefined
  const hosts = (1n << BigInt(BITS[address.family] - prefix)) - 1n
  return { family: address.family, from: address.value & ~hosts, to: address.value | hosts }
}

/** The invalid entries of the list, as written. */
export function badAllowedIps(entries: readonly string[]): string[] {
  return entries.filter((entry) => rangeOf(entry) === undefined)
}

/**
 * True if `address` is allowed by the entries; an empty list allows all. A list never allows an invalid address, and a
 * mistyped entry allows nothing.
 */
export function isAllowedIp(address: string, entries: readonly string[]): boolean {
  if (entries.length === 0) return true
  const seen = readAddress(address)
  if (!seen) return false
  return entries.some((entry) => {
    const range = rangeOf(entry.trim())
    return (
      range !== undefined &&
      range.family === seen.family &&
      range.from <= seen.value &&
      seen.value <= range.to
    )
  })
}
