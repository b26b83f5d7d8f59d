/** Waits for work that cannot be cancelled, or until the caller aborts: then throws the signal's reason. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  if (signal.aborted) giveUp()
  else signal.addEventListener('abort', giveUp, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', giveUp))
}
