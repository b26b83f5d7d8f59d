/** The hosts of the browsers' push services; a leading dot means any subdomain. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
] as const

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** Longest endpoint that is stored, in characters. */
export const PUSH_ENDPOINT_MAX = 1_000

/**
 * True for an address that a browser's push service issues. The server posts to it, so no other address is accepted:
 * HTTPS on the default port, no user or password, a host of the list. `allowsLoopback` is for tests and development.
 */
export function isPushEndpoint(text: string, { allowsLoopback = false } = {}): boolean {
  if (text.length > PUSH_ENDPOINT_MAX || !URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  if (allowsLoopback && LOOPBACK.includes(hostname)) return protocol === 'http:' || protocol === 'https:'
  return protocol === 'https:' && port === '' && PUSH_HOSTS.some((host) => isHost(hostname, host))
}

const isHost = (hostname: string, host: string) =>
  host.startsWith('.') ? hostname.endsWith(host) && hostname.length > host.length : hostname === host
