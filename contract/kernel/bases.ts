/**
 * The two REST bases (docs/wire.md#paths-and-bases) and their responses when the session has ended
 * (docs/wire.md#refusals): 403 on both, and the second base's body also has `loggedOut: 1` (docs/wire.md).
 */
export const BASES = {
  api: {
    prefix: '/api/',
    headers: { token: 'authorization', session: 'x-session-id', offset: 'x-utc-offset', zone: 'x-time-zone' },
    signedOut: { message: 'Your session has ended. Sign in again.', code: 'signed_out' },
  },
  php: {
    prefix: '/phpapi/index.php/',
    headers: { token: 'token', session: 'x-session-id', offset: 'timezone-offset', zone: 'local-date-time' },
    signedOut: { message: 'Your session has ended. Sign in again.', code: 'signed_out', loggedOut: 1 },
  },
} as const

export type Base = keyof typeof BASES

/** HTTP status used only for an ended session. */
export const SIGNED_OUT_STATUS = 403

/** Fills the `{name}` parts of a path from the input and returns the rest for the query or body. */
export function splitPath(
  path: string,
  input: Readonly<Record<string, unknown>>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '')
      throw new Error(`Path '${path}' needs '${name}' in its input`)
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { path: filled, rest }
}
