/** Where passkeys work: the domain name that browsers bind them to, and the one origin that may request them. */
export interface RelyingParty {
  rpId: string
  origin: string
}

/**
 * The place for passkeys at the address that a browser opened; undefined if browsers do not support them there:
 * WebAuthn needs https (or this machine's own `localhost`) and a domain name, so an IP address has none.
 */
export function findRelyingParty(address: string): RelyingParty | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, origin } = new URL(address)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return undefined
  return isDomainName(hostname) ? { rpId: hostname, origin } : undefined
}

// URL normalises IPv4 addresses to four numbers and IPv6 addresses to brackets.
const isDomainName = (hostname: string): boolean =>
  /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(hostname) && !/(^|\.)\d+$/.test(hostname)
