/** Makes another tab hold every lock: this page never leads, so that a test shows the screen without a running sync. */
export function otherTabLeads(): void {
  const request = (_name: string, { signal }: LockOptions) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
  const query = async () => ({ held: [], pending: [] })
  Object.defineProperty(navigator, 'locks', { value: { request, query }, configurable: true })
}
