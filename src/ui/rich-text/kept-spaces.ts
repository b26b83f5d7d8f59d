import type { ParseOptions } from '@tiptap/pm/model'

/** Spaces of a text stay as they are, at the end of a line too: a text that is opened again ends where it was left. */
export const KEEP_SPACES: ParseOptions = { preserveWhitespace: true }

const BLOCK = '(?:p|li|td|th|h[1-6]|div|blockquote)'
const AFTER_OPENING = new RegExp(`(<${BLOCK}\\b[^>]*>)[ \\t]*[\\r\\n]\\s*`, 'gi')
const BEFORE_CLOSING = new RegExp(`\\s*[\\r\\n][ \\t]*(</${BLOCK}>)`, 'gi')

/** The markup without the line breaks of its source: none at the ends of a block, a space within a line. */
export const withoutSourceLines = (html: string): string =>
  html
    .replace(AFTER_OPENING, '$1')
    .replace(BEFORE_CLOSING, '$1')
    .replace(/[ \t]*[\r\n]\s*/g, ' ')
