/** Why a recogniser gave up. */
export const RECOGNISER_ERRORS = ['network', 'microphone', 'refused', 'language', 'taken', 'failed'] as const
export type RecogniserError = (typeof RECOGNISER_ERRORS)[number]

/**
 * What a recogniser tells. `interim` is all that it has heard and not decided yet, and replaces the interim before it;
 * `final` is decided; `end` comes after every start, whatever happened, and nothing comes after it.
 */
export type RecogniserEvent =
  | { kind: 'interim'; text: string }
  | { kind: 'final'; text: string }
  | { kind: 'error'; error: RecogniserError }
  | { kind: 'end' }

/** Turns speech into words; the only thing that the rest of dictation knows of a recogniser. */
export interface Recogniser {
  /** Begins to listen for `language` (a BCP 47 tag) and tells `listener` until `end`. */
  start: (language: string, listener: (event: RecogniserEvent) => void) => void
  /** Stops listening; what was heard so far still comes, then `end`. */
  stop: () => void
}
