import type { FastifyInstance } from 'fastify'

/** How long requests under way may take once the server is told to stop. */
const FINISH_MS = 10_000

/**
 * Counts the requests of `app` that are under way; call it before the first one can arrive. The function that it
 * returns closes `app`: it ends streams, lets requests under way finish for up to ten seconds, and cuts what is left.
 * Connections on which nothing was asked, which browsers open in advance, do not hold it back: Node does not count them
 * as idle.
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
