import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinHardBreaks } from '#domain/report/hard-breaks.ts'

const PAGE = `FINDINGS
There is a well defined hypodense lesion in the right lobe of the
liver which measures 23 x 18 mm and shows peripheral nodular en-
hancement in the arterial phase. The portal vein is patent and non-
dilated.
The gall bladder is well distended.

IMPRESSION
1. Haemangioma of the right lobe of the liver, as described in the
report before.
2. No calculus.`

test('lines broken by a page are joined, also inside a hyphenated word, and a person’s line breaks stay', () => {
  expect(joinHardBreaks(PAGE).split('\n')).toEqual([
    'FINDINGS',
    'There is a well defined hypodense lesion in the right lobe of the liver which measures 23 x 18 mm and shows peripheral nodular enhancement in the arterial phase. The portal vein is patent and non-dilated.',
    'The gall bladder is well distended.',
    '',
    'IMPRESSION',
    '1. Haemangioma of the right lobe of the liver, as described in the report before.',
    '2. No calculus.',
  ])
})

test('the lines of a message stay as sent', () => {
  const message = 'Liver normal\nGB - no calculus\nRt kidney 10.2 x 4.1 cm\nLt kidney 9.8 x 4.4 cm\nUB normal'
  expect(joinHardBreaks(message)).toBe(message)
  const long = `${message}\nPlease mention that the patient had a laparoscopic cholecystectomy two years ago`
  expect(joinHardBreaks(long)).toBe(long)
})

test('sentences and items of equal length stay separate lines', () => {
  const sentences =
    'The liver is normal in size and echotexture.\nThe spleen is normal in size and echotexture.\nThe pancreas is normal in size and shape now.'
  expect(joinHardBreaks(sentences)).toBe(sentences)
  const items =
    '- no pleural effusion is seen on either side\n- no enlarged mediastinal lymph nodes seen\n- the heart is of normal size and contour'
  expect(joinHardBreaks(items)).toBe(items)
})

test('measurements of similar length on separate lines stay there, and a word keeps its own hyphen', () => {
  const lines =
    'Right kidney measures 10.2 x 4.1 cm, cortex normal\nLeft kidney measures 9.8 x 4.4 cm and cortex normal\nSpleen measures 9.1 cm in its longest axis'
  expect(joinHardBreaks(lines)).toBe(lines)
  expect(joinHardBreaks('There are several patchy areas of ground-\nglass opacity in both lungs.')).toBe(
    'There are several patchy areas of ground-glass opacity in both lungs.',
  )
})

test('a soft hyphen is removed at any place', () => {
  expect(joinHardBreaks('hepato\u00admegaly')).toBe('hepatomegaly')
  const page = 'The examination of the abdomen shows a marked hepato\u00ad\nmegaly with smooth margins.'
  expect(joinHardBreaks(page)).toBe(
    'The examination of the abdomen shows a marked hepatomegaly with smooth margins.',
  )
})

test('only line ends, and blanks and hyphens at them, ever change', () => {
  const line = fc.string({ unit: fc.constantFrom(...Array.from('abc XY-.,1:( \t')), maxLength: 90 })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const letters = (text: string) => text.replace(/[\s-]/gu, '')
      expect(letters(joinHardBreaks(lines.join('\n')))).toBe(letters(lines.join('\n')))
    }),
  )
})

test('a joined text is not joined again into one line across its paragraphs', () => {
  const once = joinHardBreaks(PAGE)
  expect(joinHardBreaks(once)).toBe(once)
})

test('lines shorter than forty letters were broken by a person, not by a page', () => {
  const lines = (width: number) => `${'a'.repeat(width - 5)} bbbb\n${'c'.repeat(width - 5)} dddd`
  expect(joinHardBreaks(lines(39))).toBe(lines(39))
  expect(joinHardBreaks(lines(40))).toBe(lines(40).replace('\n', ' '))
})

test('after a full line an item of a list stays an item', () => {
  const text = `${'a'.repeat(50)} bbbb\n- ${'c'.repeat(44)}\n2) ${'d'.repeat(44)}`
  expect(joinHardBreaks(text)).toBe(text)
})

test('a line is full if it and the next word reach 85 of 100 letters of the longest line', () => {
  const after = (length: number) => `${'a'.repeat(length)}\nbbbb ${'c'.repeat(35)}`
  expect(joinHardBreaks(after(29))).toBe(after(29).replace('\n', ' '))
  expect(joinHardBreaks(after(28))).toBe(after(28))
})
