/**
 * The canonical host of an address: a name in lower case, an IPv4 address in dotted decimals even if it was written in
 * other decimal, octal or hexadecimal parts, an IPv6 address without brackets. Undefined if the text is not just a
 * host: empty, with a port, a path, a user or an interface, or the path of a local socket.
 */
export function readHost(text: string): string | undefined {
  const trimmed = text.trim()
  const written = isBareV6(trimmed) ? `[${trimmed}]` : trimmed
  if (!/^(\[[\da-f:.]+\]|[^\s/\\?#@:[\]%]+)$/i.test(written)) return undefined
  if (!URL.canParse(`http://${written}/`)) return undefined
  const { hostname } = new URL(`http://${written}/`)
  // Some resolvers treat a name with a trailing dot as a different name.
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return host === '' ? undefined : host
}

const isBareV6 = (text: string) => text.includes(':') && !text.startsWith('[')
