/** What an address for HL7 must be, as the form and the server say it. */
export const HL7_ADDRESS_RULE = 'must be http(s):// or mllp://host:port'

/**
 * True for an address that reports can be sent to by HL7 (docs/reports.md): `mllp://host:port`, or an http(s)
 * address that takes the message as its body. MLLP has no port of its own, so it is named.
 */
export function isHl7Address(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port } = new URL(address)
  if (hostname === '') return false
  return protocol === 'http:' || protocol === 'https:' || (protocol === 'mllp:' && port !== '')
}
