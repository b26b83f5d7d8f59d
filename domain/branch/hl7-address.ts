/** The rule for an HL7 address, in the words of the form and the server. */
export const HL7_ADDRESS_RULE = 'must be http(s):// or mllp://host:port'

/**
 * True for an address that reports can be sent to by HL7 (docs/reports.md): `mllp://host:port`, or an http(s)
 * address that accepts the message as its body. MLLP has no default port, so it must be given.
 */
export function isHl7Address(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port } = new URL(address)
  if (hostname === '') return false
  return protocol === 'http:' || protocol === 'https:' || (protocol === 'mllp:' && port !== '')
}
