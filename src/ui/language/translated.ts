/**
 * The type of a language's file beside an English `words.ts`: the same words, as any text or as functions of the same
 * values. A missing word does not compile (docs/languages.md).
 */
export type Translated<English> = {
  readonly [Word in keyof English]: English[Word] extends string
    ? string
    : English[Word] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translated<English[Word]>
}
