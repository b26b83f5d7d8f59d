import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * The address that a browser opened to reach this server, as an origin: the one that was set (READROOM_URL), else the one
 * that the request names, which trusted proxies may tell.
 */
export function originOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  return publicUrl ?? `${protocol}://${host}`
}
