import { basename, dirname } from 'node:path'

/**
 * Sorts test files by their nearness to a source file: its own test, those of its folder, then those of its
 * top-level folder; among equally near ones, names with the longest common beginning come first. A test under
 * `tests/` has the path of its subject.
 */
export function nearestFirst<Item>(
  source: string,
  items: readonly Item[],
  pathOf: (item: Item) => string,
): Item[] {
  const wanted = placeInTests(source.replace(/\.tsx?$/, '')).split('/')
  const nearness = (item: Item) => {
    const parts = pathOf(item)
      .replace(/^tests\//, '')
      .replace(/\.test\.tsx?$/, '')
      .split('/')
    const shared = parts.findIndex((part, n) => part !== wanted[n])
    return shared === -1 ? parts.length : shared
  }
  const likeness = (item: Item) => sharedLetters(nameOf(pathOf(item)), nameOf(source))
  return items.toSorted(
    (a, b) => nearness(b) - nearness(a) || likeness(b) - likeness(a) || pathOf(a).localeCompare(pathOf(b)),
  )
}

const nameOf = (path: string) => basename(path).replace(/\..*$/, '')

/** Returns the length of two names' common beginning. */
function sharedLetters(one: string, other: string): number {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared += 1
  return shared
}

/** Returns whether a test with this text imports a source file, by its path from the root as tests write it. */
export const importsFile = (source: string, text: string): boolean => text.includes(`'#${source}'`)

/** Returns whether a test is in the folder of `tests/` that belongs to a source file's folder, or below it. */
export const isBeside = (source: string, test: string): boolean =>
  test.startsWith(`tests/${placeInTests(dirname(source))}/`)

/** Tests of `src/sync/` are in `tests/sync/`. */
const placeInTests = (path: string) => path.replace(/^src\//, '')
