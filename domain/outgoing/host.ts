/**
 * The host of an address as the network takes it: a name in lower case, an IPv4 address in its usual spelling whether it
 * was written in decimal, octal or hexadecimal parts, an IPv6 address without brackets. Undefined where the text is no
 * host alone: empty, with a port, a path, a user or an interface, or the path of a local socket.
 */
export function readHost(text: string): string | undefined {
  const trimmed = text.trim()
  const written = isBareV6(trimmed) ? `[${trimmed}]` : trimmed
  if (!/^(\[[\da-f:.]+\]|[^\s/\\?#@:[\]%]+)$/i.test(written)) return undefined
  if (!URL.canParse(`http://${written}/`)) return undefined
  const { hostname } = new URL(`http://${written}/`)
  // Some resolvers take the dot at the end of a name for another name.
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return host === '' ? undefined : host
}

const isBareV6 = (text: string) => text.includes(':') && !text.startsWith('[')
