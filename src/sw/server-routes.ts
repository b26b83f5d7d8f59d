/** Missing from the type library: not all browsers have it. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?: (rules: readonly { condition: { urlPattern: string }; source: 'network' }[]) => Promise<void>
}

/** Paths that the worker never answers. */
const OF_SERVER = ['/api/*', '/phpapi/*', '/healthz']

/**
 * Requests to the server do not pass through the worker: else each one waits until the worker has started, and while
 * it is busy with something else. A browser without static routes asks the worker, which leaves them to the network.
 */
export function leaveServerToNetwork(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('install', (event) => {
    const { addRoutes } = event as RoutingInstallEvent
    const rules = OF_SERVER.map((urlPattern) => ({ condition: { urlPattern }, source: 'network' }) as const)
    // A rule that a browser does not understand must not fail the installation.
    if (addRoutes) event.waitUntil(addRoutes.call(event, rules).catch(() => undefined))
  })
}
