import type { FastifyInstance } from 'fastify'

/** How long running requests may take once the server is told to stop. */
const FINISH_MS = 10_000

/**
 * Counts the running requests of `app`; call it before the first one can arrive. The returned function closes `app`: it
 * ends streams, lets running requests finish for up to ten seconds, and cuts off the rest. Unused connections, which
 * browsers open in advance, do not delay it, although Node does not count them as idle.
 */
export function closingInOrder(app: FastifyInstance): () => Promise<void> {
  let underWay = 0
  let isClosing = false
  const cutIfDone = () => {
    if (isClosing && underWay === 0) app.server.closeAllConnections()
  }
  app.server.on('request', (_, response) => {
    underWay += 1
    response.once('close', () => {
      underWay -= 1
      cutIfDone()
    })
  })
  return async () => {
    isClosing = true
    const timer = setTimeout(() => app.server.closeAllConnections(), FINISH_MS)
    const closed = app.close()
    cutIfDone()
    await closed
    clearTimeout(timer)
  }
}
