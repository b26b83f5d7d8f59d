/**
 * Test files in the order in which they are asked about a source file: its own one, those of its folder, then those of
 * its room. A test stands under `tests/` where its subject stands.
 */
export function nearestFirst<Item>(
  source: string,
  items: readonly Item[],
  pathOf: (item: Item) => string,
): Item[] {
  const wanted = source.replace(/\.tsx?$/, '').split('/')
  const nearness = (item: Item) => {
    const parts = pathOf(item)
      .replace(/^tests\//, '')
      .replace(/\.test\.tsx?$/, '')
      .split('/')
    const shared = parts.findIndex((part, n) => part !== wanted[n])
    return shared === -1 ? parts.length : shared
  }
  return items.toSorted((a, b) => nearness(b) - nearness(a) || pathOf(a).localeCompare(pathOf(b)))
}

/** Whether a test of this text imports a source file, by its path from the root as tests name it. */
export const importsFile = (source: string, text: string): boolean => text.includes(`'#${source}'`)
