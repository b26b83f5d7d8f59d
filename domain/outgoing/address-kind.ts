import { type Address, BITS, readAddress } from '../access/ip-address.ts'

/**
 * Where an address leads, for a server that is asked to call it:
 * - `public`: an address of the internet;
 * - `private`: inside a private network (RFC 1918, RFC 4193, and the shared space of RFC 6598, which VPNs use);
 * - `loopback`: the calling machine;
 * - `never`: never a partner (link-local, cloud metadata, multicast, unspecified, reserved, documentation).
 */
export type AddressKind = 'public' | 'private' | 'loopback' | 'never'

/** Networks with their kind; the first that contains an address decides. All other addresses are public. */
const V4: readonly [string, AddressKind][] = [
  // Metadata and control addresses of clouds outside the link-local network.
  ['168.63.129.16/32', 'never'],
  ['100.100.100.200/32', 'never'],
  ['0.0.0.0/8', 'never'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'private'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'never'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'never'],
  ['192.0.2.0/24', 'never'],
  ['192.88.99.0/24', 'never'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'never'],
  ['198.51.100.0/24', 'never'],
  ['203.0.113.0/24', 'never'],
  ['224.0.0.0/3', 'never'],
]

const V6: readonly [string, AddressKind][] = [
  ['::1/128', 'loopback'],
  // Metadata of Amazon's cloud, inside the private space.
  ['fd00:ec2::/32', 'never'],
  ['fc00::/7', 'private'],
  // Encodings of an IPv4 address that some routers translate: 6to4 and Teredo are deprecated, so nobody needs them.
  ['2002::/16', 'never'],
  ['2001::/23', 'never'],
  ['2001:db8::/32', 'never'],
  ['3fff::/20', 'never'],
  // Only this eighth of all addresses is the public internet.
  ['2000::/3', 'public'],
  ['::/0', 'never'],
]

interface Network {
  kind: AddressKind
  family: Address['family']
  value: bigint
  hostBits: bigint
}

const networkOf = ([text, kind]: readonly [string, AddressKind]): Network => {
  const [first = '', bits = ''] = text.split('/')
  const address = readAddress(first)
  if (!address) throw new Error(`${text} is no network`)
  const hostBits = BigInt(BITS[address.family] - Number(bits))
  return { kind, ...address, hostBits }
}

const NETWORKS = [...V4, ...V6].map(networkOf)

/** The well-known prefix of NAT64 (RFC 6052): its last 32 bits are the target IPv4 address. */
const NAT64 = 0x64_ff9bn << 64n

/**
 * The kind of a numeric address. IPv4 inside of IPv6 (mapped, NAT64) is judged as that IPv4 address. `never` for a text
 * that is not an address in its canonical spelling; names must be resolved first.
 */
export function kindOfAddress(text: string): AddressKind {
  const address = readAddress(text)
  if (!address) return 'never'
  return kindOf(translated(address))
}

function translated(address: Address): Address {
  const isNat64 = address.family === 6 && address.value >> 32n === NAT64
  return isNat64 ? { family: 4, value: address.value & 0xffff_ffffn } : address
}

function kindOf({ family, value }: Address): AddressKind {
  const found = NETWORKS.find(
    (network) => network.family === family && value >> network.hostBits === network.value >> network.hostBits,
  )
  return found?.kind ?? 'public'
}
