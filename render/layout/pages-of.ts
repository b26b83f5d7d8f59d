import { type Flow, fill, type PlacedFlow } from './flow.ts'

/** Divides flows into pages; `heightOf` returns the space of the page at an index, from 0. There is always one page. */
export function pagesOf(flows: readonly Flow[], heightOf: (page: number) => number): PlacedFlow[][] {
  const pages: PlacedFlow[][] = []
  let rest: readonly Flow[] = flows
  do {
    const filled = fill(rest, heightOf(pages.length), true)
    pages.push(filled.placed)
    rest = filled.rest
  } while (rest.length > 0)
  return pages
}

/** Divides texts into pages like pagesOf; each text begins on a new page, and without texts there is no page. */
export function pagesOfTexts(
  texts: readonly (readonly Flow[])[],
  heightOf: (page: number) => number,
): PlacedFlow[][] {
  return texts.reduce<PlacedFlow[][]>((before, text) => {
    const own = pagesOf(text, (page) => heightOf(before.length + page))
    return [...before, ...own]
  }, [])
}
