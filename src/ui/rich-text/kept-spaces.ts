import type { ParseOptions } from '@tiptap/pm/model'

/** Keeps a text's spaces, even at the end of a line: a reopened text ends where it was left. */
export const KEEP_SPACES: ParseOptions = { preserveWhitespace: true }

const BLOCK = '(?:p|li|td|th|h[1-6]|div|blockquote)'
const AFTER_OPENING = new RegExp(`(<${BLOCK}\\b[^>]*>)[ \\t]*[\\r\\n]\\s*`, 'gi')
const BEFORE_CLOSING = new RegExp(`\\s*[\\r\\n][ \\t]*(</${BLOCK}>)`, 'gi')

/** Removes the source's line breaks from the markup: those at the ends of a block, others become a space. */
export const withoutSourceLines = (html: string): string =>
  html
    .replace(AFTER_OPENING, '$1')
    .replace(BEFORE_CLOSING, '$1')
    .replace(/[ \t]*[\r\n]\s*/g, ' ')
