import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Returns the address that a browser opened to reach this server, as an origin: the configured one
 * (READROOM_URL), else the one from the request, which trusted proxies may set.
 */
export function originOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  return publicUrl ?? `${protocol}://${host}`
}
