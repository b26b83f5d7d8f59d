import { expect, test } from 'vitest'
import { sniff } from '#domain/file/sniff.ts'
import { zipOf } from './zip-bytes.ts'

const archive = (names: readonly string[]) =>
  zipOf(names.map((name) => ({ name, content: new TextEncoder().encode('x') })))

test.each([
  ['docx', ['[Content_Types].xml', 'word/document.xml']],
  ['docx', ['word/document.xml', '_rels/.rels']],
  ['xlsx', ['[Content_Types].xml', 'xl/workbook.xml']],
  ['xlsx', ['xl/workbook.xml', 'word/embedded.docx', '_rels/.rels']],
  [undefined, ['word/document.xml', 'xl/workbook.xml']],
  [undefined, ['[Content_Types].xml', 'ppt/presentation.xml']],
  [undefined, ['my[Content_Types].xml', 'a_rels/x', 'word/document.xml']],
  [undefined, ['[Content_Types].xml', 'my/word/document.xml', 'my/xl/workbook.xml']],
])('%s is the kind of an archive with %j', (kind, names) => {
  expect(sniff(archive(names))).toBe(kind)
})

test('the directory of an archive decides, not words in the content of its files', () => {
  const content = new TextEncoder().encode('[Content_Types].xml word/ xl/')
  expect(sniff(zipOf([{ name: 'evil.exe', content }]))).toBeUndefined()
  const cells = new TextEncoder().encode('x'.repeat(5_000))
  const late = [
    { name: 'docProps/app.xml', content: cells },
    { name: 'xl/workbook.xml', content: cells },
    { name: '[Content_Types].xml', content: cells },
  ]
  expect(sniff(zipOf(late))).toBe('xlsx')
  // Cut off, it has only its first name.
  expect(sniff(zipOf(late).subarray(0, 6_000))).toBeUndefined()
})

test('an archive with more than 2,000 files is classified by its first bytes', () => {
  const many = (count: number) => [
    ...Array.from({ length: count - 2 }, (_, n) => `a/${n}`),
    'word/document.xml',
    '[Content_Types].xml',
  ]
  expect(sniff(archive(many(2_000)))).toBe('docx')
  expect(sniff(archive(many(2_001)))).toBeUndefined()
})
