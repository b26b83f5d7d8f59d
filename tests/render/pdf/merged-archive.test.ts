import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { expect, test } from 'vitest'
import { mergeDocuments } from '#render/merge-documents.ts'
import { renderReport } from '#render/render-report.ts'
import { paperInput, paperReport } from '#tests/helpers/paper/paper-fixture.ts'
import { renderAssets } from '#tests/helpers/paper/render-assets.ts'

const FACTS = { title: 'Two reports', createdAt: new Date('2026-11-21T10:42:00Z') }
const print = (text: string) =>
  renderReport(paperInput({ reports: [paperReport({ description: `<p>${text}</p>` })] }), renderAssets())
const key = (name: string) => PDFName.of(name)
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

test('our papers stay tagged archive files when they are merged', async () => {
  const merged = await mergeDocuments([await print('First.'), await print('Second.')], FACTS)
  expect(latin(merged)).toContain('<pdfaid:part>2</pdfaid:part>')
  const { context, catalog } = await PDFDocument.load(merged, { updateMetadata: false })
  const pages = (await PDFDocument.load(merged, { updateMetadata: false })).getPages()
  expect(pages).toHaveLength(2)
  const tree = catalog.lookup(key('StructTreeRoot'), PDFDict)
  expect(String(catalog.lookup(key('MarkInfo'), PDFDict).get(key('Marked')))).toBe('true')
  expect(tree.lookup(key('K'), PDFArray).size()).toBe(2)
  const numbers = tree.lookup(key('ParentTree'), PDFDict).lookup(key('Nums'), PDFArray)
  expect(numbers.size()).toBe(4)
  // From a page's mark to its part, and from the part back to the page.
  for (const [at, { node, ref }] of pages.entries()) {
    expect(String(node.get(key('StructParents')))).toBe(String(at))
    const parts = numbers.lookup(2 * at + 1, PDFArray).asArray()
    expect(parts.length).toBeGreaterThan(10)
    for (const [id, part] of parts.entries()) {
      const kids = context.lookup(part, PDFDict).lookup(key('K'), PDFArray).asArray()
      const marks = kids.map((kid) => context.lookup(kid, PDFDict))
      expect(
        marks.map((mark) => [String(mark.get(key('Pg'))), String(mark.get(key('MCID')))]),
      ).toContainEqual([String(ref), String(id)])
    }
  }
  const objects = context.enumerateIndirectObjects().map(([, object]) => object)
  const isA = (type: string) => (object: unknown) =>
    object instanceof PDFDict && object.get(key('Type')) === key(type)
  expect(objects.filter(isA('Page')), 'no page is copied twice').toHaveLength(2)
  expect(objects.filter(isA('StructTreeRoot'))).toHaveLength(1)
})

test('with a file of another program the merged file makes no claim, and keeps the marks of ours', async () => {
  const other = await PDFDocument.create()
  other.addPage()
  const merged = await mergeDocuments([await print('First.'), await other.save()], FACTS)
  expect(latin(merged)).not.toContain('pdfaid:part>')
  const { catalog } = await PDFDocument.load(merged, { updateMetadata: false })
  expect(catalog.has(key('MarkInfo'))).toBe(false)
  expect(catalog.lookup(key('StructTreeRoot'), PDFDict).lookup(key('K'), PDFArray).size()).toBe(1)
})
