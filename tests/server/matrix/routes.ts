import type { FastifyInstance } from 'fastify'

/** Returns every route of the server, as `METHOD /path`, read from its own list. */
export function routesServed(app: FastifyInstance): string[] {
  const found: string[] = []
  const stack: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const at = line.search(/[^│├└─ ]/)
    if (at < 0) continue
    const depth = Math.round(at / 4) - 1
    const [, part = '', methods] = /^(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line.slice(at)) ?? []
    stack.length = depth
    stack.push(part)
    const path = stack.join('')
    for (const method of methods?.split(', ') ?? []) if (method !== 'HEAD') found.push(`${method} ${path}`)
  }
  return found
}
