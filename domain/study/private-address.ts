/**
 * True if a caller's address is not routed on the internet (RFC 1918, RFC 4193, loopback, link-local): the person
 * is in the server's network, so the viewer's internal address is reachable.
 */
export function isPrivateAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, '')
  const parts = plain.split('.').map(Number)
  const [a = -1, b = -1] = parts
  if (parts.length === 4 && parts.every((part) => Number.isInteger(part) && part >= 0 && part <= 255))
    return (
      a === 10 ||
      a === 127 ||
      (a === 172 && b >= 16 && b <= 31) ||
      (a === 192 && b === 168) ||
      (a === 169 && b === 254)
    )
  return plain === '::1' || /^f[cd][0-9a-f]{2}:/.test(plain) || /^fe[89ab][0-9a-f]:/.test(plain)
}
