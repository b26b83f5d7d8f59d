/** The answer of `work`, or the reason of `signal` as soon as it aborts; `work` itself is not ended by that. */
export async function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
    // Whoever lost the race must not be reported as unheard.
    work.catch(() => undefined)
  }
}
