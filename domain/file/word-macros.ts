/** Word documents with macros: no template needs them, so all are refused. */
export const WORD_MACROS = {
  /** True if a file of the document's archive is a macro program. */
  isMacro: (entry: string): boolean => /(^|\/)(vbaProject|vbaData)[^/]*$/i.test(entry),
  message: 'This Word file contains macros. Save it without macros and try again.',
} as const
