/** Returns the result of `work`, or rejects with the reason of `signal` as soon as it aborts; does not stop `work`. */
export async function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // If nobody waits for `work` any more, its rejection must not be reported as unhandled.
  work.catch(() => undefined)
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
