import { expect, test } from 'vitest'
import { checkDocument } from '#src/parts/documents/check-document.ts'

const WORDS = 'Please select jpg, png or pdf only and size must not be more than 2 MB!'
const bytes = (text: string, size = 0) =>
  new Uint8Array([...new TextEncoder().encode(text), ...new Uint8Array(size)])

test.each([
  ['a PDF', 'a.pdf', bytes('%PDF-1.7'), true],
  ['a program renamed to a picture', 'a.jpg', bytes('MZ program'), false],
  ['a PDF that is not a PDF', 'a.pdf', bytes('<html>'), false],
  ['a PDF by content with another name', 'a.exe', bytes('%PDF-1.7'), false],
  ['more than 2 MB', 'a.pdf', bytes('%PDF-1.7', 2 * 1_048_576), false],
  ['an empty file', 'a.pdf', bytes(''), false],
])('%s is judged by name, size and content', async (_says, name, content, isTaken) => {
  const checked = await checkDocument(new File([content], name))
  expect(checked.ok).toBe(isTaken)
  if (!checked.ok) expect(checked.refusal.message).toBe(WORDS)
})
