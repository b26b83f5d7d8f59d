/** Word documents with programs inside: nobody's template needs one, so none is taken. */
export const WORD_MACROS = {
  /** True where a file of the document's archive is a program. */
  isMacro: (entry: string): boolean => /(^|\/)(vbaProject|vbaData)[^/]*$/i.test(entry),
  message: 'This Word file holds macros. Save it without macros and try again.',
} as const
