import { type PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from 'pdf-lib'
import type { Tag } from '../layout/tag.ts'
import { languageOf } from '../text/language.ts'
import type { MarkedInk, PageMarks, Structure } from './structure.ts'

/** A page with its number in the structure and its object. */
export interface StructuredPage {
  marks: PageMarks
  ref: PDFRef
}

interface Writing {
  document: PDFDocument
  structure: Structure
  pageOf: ReadonlyMap<PageMarks, PDFRef>
  language: string
  /** In the order in which they decide the language of a part. */
  locales: readonly (string | undefined)[]
  refs: Map<Tag, PDFRef>
}

/** Writes the logical structure of a paper: its tree, and for each page the part of each marked stretch. */
export function writeStructure(
  document: PDFDocument,
  structure: Structure,
  pages: readonly StructuredPage[],
  { language, locales }: Pick<Writing, 'language' | 'locales'>,
): void {
  const { context, catalog } = document
  const pageOf = new Map(pages.map(({ marks, ref }) => [marks, ref]))
  const writing: Writing = { document, structure, pageOf, language, locales, refs: new Map() }
  const [root, whole] = [context.nextRef(), context.nextRef()]
  const kids = structure.kidsOf(undefined).map((kid) => kidOf(writing, kid, whole))
  context.assign(whole, context.obj({ Type: 'StructElem', S: 'Document', P: root, K: kids }))
  const numbers = pages.flatMap(({ marks }, index) => [index, marks.map((tag) => found(writing.refs, tag))])
  context.assign(
    root,
    context.obj({
      Type: 'StructTreeRoot',
      K: [whole],
      ParentTree: context.register(context.obj({ Nums: numbers })),
      ParentTreeNextKey: pages.length,
    }),
  )
  catalog.set(PDFName.of('StructTreeRoot'), root)
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
}

function kidOf(writing: Writing, kid: Tag | MarkedInk, parent: PDFRef) {
  const { context } = writing.document
  if ('marks' in kid) return context.obj({ Type: 'MCR', Pg: found(writing.pageOf, kid.marks), MCID: kid.id })
  return writeTag(writing, kid, parent)
}

function writeTag(writing: Writing, tag: Tag, parent: PDFRef): PDFRef {
  const { document, structure, language, locales } = writing
  const { context } = document
  const ref = context.nextRef()
  writing.refs.set(tag, ref)
  const kids = structure.kidsOf(tag).map((kid) => kidOf(writing, kid, ref))
  const element = context.obj({ Type: 'StructElem', S: tag.role, P: parent, K: kids })
  if (tag.alt !== undefined) element.set(PDFName.of('Alt'), PDFHexString.fromText(tag.alt))
  const own = tag.words === undefined ? undefined : languageOf(tag.words, ...locales)
  if (own !== undefined && own !== language) element.set(PDFName.of('Lang'), PDFString.of(own))
  const attributes = {
    ...(tag.role === 'TH' && { Scope: 'Column' }),
    ...(tag.rowSpan !== undefined && tag.rowSpan > 1 && { RowSpan: tag.rowSpan }),
    ...(tag.columnSpan !== undefined && tag.columnSpan > 1 && { ColSpan: tag.columnSpan }),
  }
  if (Object.keys(attributes).length > 0)
    element.set(PDFName.of('A'), context.obj({ O: 'Table', ...attributes }))
  context.assign(ref, element)
  return ref
}

function found<Key>(refs: ReadonlyMap<Key, PDFRef>, key: Key): PDFRef {
  const ref = refs.get(key)
  if (!ref) throw new Error('The structure names a page or a part that was not written.')
  return ref
}
