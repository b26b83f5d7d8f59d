import { BlockList, isIP } from 'node:net'

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

// Node gives the address of an IPv4 peer on a dual-stack socket as ::ffff:192.0.2.1.
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/**
 * True where `address` is one of `allowed` (addresses or networks such as 10.0.0.0/8); an empty list allows all.
 * An entry that is neither matches nothing, so a typing error shuts out and never opens.
 */
export function isAllowedAddress(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  const seen = plain(address)
  if (isIP(seen) === 0) return false
  const list = new BlockList()
  for (const entry of allowed) addEntry(list, entry.trim())
  return list.check(seen, family(seen))
}

function addEntry(list: BlockList, entry: string): void {
  const [network = '', bits] = entry.split('/')
  if (isIP(network) === 0) return
  if (bits === undefined) list.addAddress(network, family(network))
  else if (/^\d+$/.test(bits) && Number(bits) <= (isIP(network) === 6 ? 128 : 32))
    list.addSubnet(network, Number(bits), family(network))
}
