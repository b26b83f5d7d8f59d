import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObjectCopier,
  type PDFPage,
  PDFRef,
} from 'pdf-lib'

/** A file whose pages were copied, and its copier: an object that is copied again becomes the same object. */
export interface StructuredPart {
  part: PDFDocument
  copier: PDFObjectCopier
  /** Its pages in the merged file. */
  pages: readonly PDFPage[]
}

const key = (name: string) => PDFName.of(name)

/**
 * Joins the structures of files into one, each under its own part. Structures of other programs are omitted,
 * and their pages have no structure: the merged file is then not marked as fully structured.
 */
export function joinStructures(merged: PDFDocument, parts: readonly StructuredPart[]): void {
  const { context, catalog } = merged
  const root = context.nextRef()
  const kids: PDFRef[] = []
  const numbers: (PDFNumber | PDFArray)[] = []
  let isWhole = true
  for (const { part, copier, pages } of parts) {
    const own = ownStructure(part)
    if (!own) isWhole = false
    const wholes = own?.lookup(key('K'), PDFArray).asArray() ?? []
    // Without its parent, the old tree is not copied with its parts.
    for (const whole of wholes) part.context.lookup(whole, PDFDict).delete(key('P'))
    for (const page of pages) {
      const at = page.node.lookup(key('StructParents'))
      page.node.delete(key('StructParents'))
      const marks = own && at instanceof PDFNumber ? marksOf(own, at.asNumber()) : undefined
      if (!marks) continue
      const number = numbers.length / 2
      page.node.set(key('StructParents'), PDFNumber.of(number))
      numbers.push(PDFNumber.of(number), copier.copy(marks))
    }
    for (const whole of wholes) {
      const copied = copier.copy(whole)
      merged.context.lookup(copied, PDFDict).set(key('P'), root)
      if (copied instanceof PDFRef) kids.push(copied)
    }
  }
  if (kids.length === 0) return
  const tree = context.obj({ Type: 'StructTreeRoot', K: kids, ParentTreeNextKey: numbers.length / 2 })
  tree.set(key('ParentTree'), context.register(context.obj({ Nums: numbers })))
  context.assign(root, tree)
  catalog.set(key('StructTreeRoot'), root)
  if (isWhole) catalog.set(key('MarkInfo'), context.obj({ Marked: true }))
}

/**
 * Returns the structure of a file that Readroom wrote: it uses the standard's roles, and its numbers are in
 * one list.
 */
function ownStructure({ catalog }: PDFDocument): PDFDict | undefined {
  const tree = catalog.lookup(key('StructTreeRoot'))
  if (!(tree instanceof PDFDict) || tree.has(key('RoleMap')) || tree.has(key('ClassMap'))) return undefined
  const isListed = tree.lookupMaybe(key('ParentTree'), PDFDict)?.has(key('Nums')) ?? false
  return isListed && tree.lookup(key('K')) instanceof PDFArray ? tree : undefined
}

function marksOf(tree: PDFDict, at: number): PDFArray | undefined {
  const numbers = tree.lookup(key('ParentTree'), PDFDict).lookup(key('Nums'), PDFArray)
  for (let index = 0; index + 1 < numbers.size(); index += 2) {
    const number = numbers.lookup(index)
    const marks = numbers.lookup(index + 1)
    if (number instanceof PDFNumber && number.asNumber() === at && marks instanceof PDFArray) return marks
  }
  return undefined
}
