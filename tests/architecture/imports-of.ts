import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const IMPORT = /(?:(?:from|import)\s*\(?\s*|new URL\(\s*)['"]((?:\.{1,2}|#\w+)\/[^'"]+)['"]/g

/** Returns the paths that a source imports, types too, and what it starts in a thread of its own. */
export const importsIn = (file: string, text: string): string[] =>
  [...text.matchAll(IMPORT)].map(([, to]) =>
    to!.startsWith('#') ? to!.slice(1) : relative('.', join(dirname(file), to!)),
  )

/** Does the same for a file of the checkout. */
export const importsOf = (file: string): string[] => importsIn(file, readFileSync(file, 'utf8'))
