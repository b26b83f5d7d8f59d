import { isAllowedIp } from '#domain/access/allowed-ips.ts'

// Node may append the interface name to a link-local peer: fe80::1%eth0.
const withoutZone = (address: string) => address.replace(/%.*$/, '')

/**
 * Returns true if `address` (of a socket, or reported by a trusted proxy) is in `allowed`: addresses,
 * networks and ranges of either family; an empty list allows all. Checked for every call.
 */
export function isAllowedAddress(address: string, allowed: readonly string[]): boolean {
  return isAllowedIp(withoutZone(address), allowed)
}
