/**
 * Why nothing came back from an address:
 * - `not_allowed`: this server does not call it for this client;
 * - `not_found`: its name cannot be resolved;
 * - `no_answer`: refused, filtered, silent, cut off, another protocol, or an untrusted certificate. These share one
 *   reason on purpose: people who may enter an address must not learn about the ports behind it.
 */
export type OutgoingReason = 'not_allowed' | 'not_found' | 'no_answer'

const WORDS: Readonly<Record<OutgoingReason, string>> = {
  not_allowed: 'This server does not call that address.',
  not_found: 'The name of that address was not found.',
  no_answer: 'Nothing answered at that address.',
}

/** An address could not be called. The message is for people; the network's own error is the cause, for the log. */
export class OutgoingError extends Error {
  readonly reason: OutgoingReason
  constructor(reason: OutgoingReason, options?: ErrorOptions) {
    super(WORDS[reason], options)
    this.name = 'OutgoingError'
    this.reason = reason
  }
}

/** Returns the reason found in an error's causes; `no_answer` for other network errors. */
export function reasonOf(error: unknown): OutgoingReason {
  let at: unknown = error
  for (let depth = 0; depth < 6 && at instanceof Error; depth++) {
    if (at instanceof OutgoingError) return at.reason
    at = at.cause
  }
  return 'no_answer'
}
