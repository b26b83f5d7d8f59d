import { basename, dirname } from 'node:path'

/**
 * Test files in the order in which they are asked about a source file: its own one, those of its folder, then those of
 * its room; of equally near ones first those whose name begins as its own does. A test stands under `tests/` where its
 * subject stands.
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

/** How many letters two names have in common at their beginning. */
function sharedLetters(one: string, other: string): number {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared += 1
  return shared
}

/** Whether a test of this text imports a source file, by its path from the root as tests name it. */
export const importsFile = (source: string, text: string): boolean => text.includes(`'#${source}'`)

/** Whether a test stands in the folder of `tests/` that belongs to a source file's own folder, or below it. */
export const isBeside = (source: string, test: string): boolean =>
  test.startsWith(`tests/${placeInTests(dirname(source))}/`)

/** Tests of `src/sync/` stand in `tests/sync/`. */
const placeInTests = (path: string) => path.replace(/^src\//, '')
