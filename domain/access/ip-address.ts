/** An address as a number: 32 bits of IPv4 or 128 of IPv6. */
export interface Address {
  family: 4 | 6
  value: bigint
}

export const BITS = { 4: 32, 6: 128 } as const

/** IPv4 addresses within IPv6 (::ffff:0:0/96), as a dual-stack socket reports its IPv4 peers. */
const MAPPED = 0xffffn

const PART_OF_V4 = /^(0|[1-9]\d{0,2})$/
const GROUP = /^[0-9a-f]{1,4}$/i

/**
 * Parses an IPv4 or IPv6 address; undefined if the text is neither. A mapped IPv4 address becomes the IPv4 address. A
 * part with a leading zero is refused, because some programs read it as octal.
 */
export function readAddress(text: string): Address | undefined {
  if (!text.includes(':')) {
    const value = readV4(text)
    return value === undefined ? undefined : { family: 4, value }
  }
  const value = readV6(text)
  return value === undefined ? undefined : unmapped({ family: 6, value })
}

function unmapped(address: Address): Address {
  return address.value >> 32n === MAPPED ? { family: 4, value: address.value & 0xffff_ffffn } : address
}

function readV4(text: string): bigint | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => PART_OF_V4.test(part) && Number(part) <= 255))
    return undefined
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n)
}

function readV6(text: string): bigint | undefined {
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0) return undefined
  const [before, after] = [groupsOf(head), tail === undefined ? [] : groupsOf(tail)]
  if (!before || !after) return undefined
  const missing = 8 - before.length - after.length
  // `::` replaces at least one group; without it all eight are written.
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...before, ...Array<bigint>(missing).fill(0n), ...after]
  return groups.reduce((value, group) => (value << 16n) | group, 0n)
}

/** Groups of 16 bits; the last two may be written as an IPv4 address. */
function groupsOf(text: string): bigint[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const v4 = parts.at(-1)?.includes('.') ? readV4(parts.pop() ?? '') : undefined
  if (text.includes('.') && v4 === undefined) return undefined
  if (!parts.every((part) => GROUP.test(part))) return undefined
  const groups = parts.map((part) => BigInt(`0x${part}`))
  return v4 === undefined ? groups : [...groups, v4 >> 16n, v4 & 0xffffn]
}
