import type { Config } from '#server/kernel/config.ts'
import { CENTRES } from './centres.ts'

/**
 * Returns the public address of a client's patients. If none is configured, the demo's centres use the server's own
 * address on this machine, so that their messages can be tried; every other client has none.
 */
export function publicUrlOf(
  { publicUrl, port, tls, isLocalHttps }: Pick<Config, 'publicUrl' | 'port' | 'tls' | 'isLocalHttps'>,
  clientId: string,
): string | undefined {
  if (publicUrl !== undefined || !CENTRES.some(({ id }) => id === clientId)) return publicUrl
  return `${tls || isLocalHttps ? 'https' : 'http'}://localhost:${port}`
}
