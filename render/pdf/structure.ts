import type { Tag } from '../layout/tag.ts'

/** The marked parts of a page by their number (MCID). */
export type PageMarks = Tag[]

/** A stretch of ink on a page. */
export interface MarkedInk {
  marks: PageMarks
  id: number
}

/** The logical structure of a paper while its pages are painted. */
export interface Structure {
  /** Places a part below its parent, the first time that it occurs. */
  place(tag: Tag, parent: Tag | undefined): void
  /** Notes that a page has ink of a part; returns its number there. */
  mark(tag: Tag, marks: PageMarks): number
  /** Returns the content of a part, in reading order; of undefined: the whole paper. */
  kidsOf(tag: Tag | undefined): readonly (Tag | MarkedInk)[]
}

/** Starts with an empty paper. */
export function startStructure(): Structure {
  const kids = new Map<Tag | undefined, (Tag | MarkedInk)[]>([[undefined, []]])
  const placed = new Set<Tag>()
  return {
    kidsOf: (tag) => kids.get(tag) ?? [],
    place(tag, parent) {
      if (placed.has(tag)) return
      placed.add(tag)
      kids.set(tag, [])
      kids.get(parent)?.push(tag)
    },
    mark(tag, marks) {
      const id = marks.push(tag) - 1
      kids.get(tag)?.push({ marks, id })
      return id
    },
  }
}

/** Returns all words of a paper's text, in reading order. */
export function wordsOfStructure(structure: Structure, from?: Tag): string {
  return structure
    .kidsOf(from)
    .map((kid) => ('marks' in kid ? '' : `${kid.words ?? ''}\n${wordsOfStructure(structure, kid)}`))
    .join('')
}
