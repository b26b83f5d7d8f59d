/** The changes to a Word document's parts during conversion to a report's text; each is a short sentence for people. */
export interface WordNotes {
  kept: string[]
  changed: string[]
  lost: string[]
}

/** The counts of reading a document. */
export interface WordCounts {
  paragraphs: number
  headings: number
  items: number
  tables: number
  colours: number
  aligned: number
  rightToLeft: number
  fields: number
  pageBreaks: number
  fonts: number
  hidden: number
  deleted: number
  links: number
  listAlignments: number
  equations: number
  shapes: number
  symbols: number
  capitals: number
  footnotes: number
  comments: number
  margins: number
}

export const noCounts = (): WordCounts => ({
  paragraphs: 0,
  headings: 0,
  items: 0,
  tables: 0,
  colours: 0,
  aligned: 0,
  rightToLeft: 0,
  fields: 0,
  pageBreaks: 0,
  fonts: 0,
  hidden: 0,
  deleted: 0,
  links: 0,
  listAlignments: 0,
  equations: 0,
  shapes: 0,
  symbols: 0,
  capitals: 0,
  footnotes: 0,
  comments: 0,
  margins: 0,
})

const WORDS: Record<
  keyof WordNotes,
  Partial<Record<keyof WordCounts, readonly [one: string, more: string]>>
> = {
  kept: {
    paragraphs: ['paragraph', 'paragraphs'],
    headings: ['heading', 'headings'],
    items: ['list item with its number', 'list items with their numbers'],
    tables: ['table with its column widths', 'tables with their column widths'],
    colours: ['coloured or shaded place', 'coloured or shaded places'],
    aligned: ['aligned paragraph', 'aligned paragraphs'],
    rightToLeft: ['paragraph from right to left', 'paragraphs from right to left'],
    fields: ['field as its text', 'fields as their text'],
  },
  changed: {
    pageBreaks: ['page break became a space', 'page breaks became spaces'],
    fonts: ['fonts and sizes became those of the report', 'fonts and sizes became those of the report'],
    capitals: ['text in capitals is as it was typed', 'text in capitals is as it was typed'],
    footnotes: ['footnote stands at the end', 'footnotes stand at the end'],
    links: ['link is text without its address', 'links are text without their address'],
    listAlignments: ['list item lost its alignment', 'list items lost their alignment'],
  },
  lost: {
    hidden: ['piece of hidden text', 'pieces of hidden text'],
    deleted: [
      'piece of text that was deleted with tracked changes',
      'pieces of text that were deleted with tracked changes',
    ],
    equations: ['equation', 'equations'],
    shapes: ['drawing or chart', 'drawings or charts'],
    symbols: ['symbol of a font that no report has', 'symbols of a font that no report has'],
    comments: ['comment', 'comments'],
    margins: ['header or footer', 'headers and footers'],
  },
}

/** Returns the sentences of the counts; parts that a document does not have are not mentioned. */
export function notesOf(counts: WordCounts): WordNotes {
  const listOf = (kind: keyof WordNotes): string[] =>
    Object.entries(WORDS[kind]).flatMap(([name, [one, more]]) => {
      const count = counts[name as keyof WordCounts]
      if (count === 0) return []
      // A sentence that is the same for one and for many has no number.
      return [one === more ? one : `${count} ${count === 1 ? one : more}`]
    })
  return { kept: listOf('kept'), changed: listOf('changed'), lost: listOf('lost') }
}
