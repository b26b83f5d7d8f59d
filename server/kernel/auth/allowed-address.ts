import { isAllowedIp } from '#domain/access/allowed-ips.ts'

// Node may name the interface of a link-local peer: fe80::1%eth0.
const withoutZone = (address: string) => address.replace(/%.*$/, '')

/**
 * True where `address` (of a socket, or as a trusted proxy tells it) is one of `allowed`: addresses, networks and
 * ranges of either family; an empty list allows all. Asked at every call.
 */
export function isAllowedAddress(address: string, allowed: readonly string[]): boolean {
  return isAllowedIp(withoutZone(address), allowed)
}
