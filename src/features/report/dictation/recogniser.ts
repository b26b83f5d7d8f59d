/** Why a recogniser failed. */
export const RECOGNISER_ERRORS = ['network', 'microphone', 'refused', 'language', 'taken', 'failed'] as const
export type RecogniserError = (typeof RECOGNISER_ERRORS)[number]

/**
 * The events of a recogniser. `interim` contains all words heard but not final, and replaces the previous
 * interim; `final` is final; `end` follows every start in all cases and is the last event.
 */
export type RecogniserEvent =
  | { kind: 'interim'; text: string }
  | { kind: 'final'; text: string }
  | { kind: 'error'; error: RecogniserError }
  | { kind: 'end' }

/** Converts speech into words; the only interface between dictation and a recogniser. */
export interface Recogniser {
  /** Starts listening for `language` (a BCP 47 tag) and sends events to `listener` until `end`. */
  start: (language: string, listener: (event: RecogniserEvent) => void) => void
  /** Stops listening; what was heard so far is still reported, then `end`. */
  stop: () => void
}
