import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFontSet } from '#render/fonts/font-set.ts'
import { textRun } from '#render/text/inline.ts'
import { setLines } from '#render/text/lines.ts'
import { renderAssets } from '#tests/helpers/paper/render-assets.ts'

const fonts = openFontSet(renderAssets().fonts)
const set = (text: string, width: number) => setLines(fonts, [textRun(text)], { width, size: 10.5 })
const textOf = (text: string, width: number) =>
  set(text, width).lines.flatMap((line) =>
    line.pieces.flatMap((piece) => (piece.kind === 'text' ? piece.text : [])),
  )

test('Latin, Arabic and Devanagari letters and the signs of a report all have a glyph', () => {
  const text = 'Size ≥ 3 mm ≤ ± ° µ → ≈ × ½ α β • ◦ ▪ تقرير الأشعة मस्तिष्क क्षमता'
  const missing = set(text, 1000)
    .lines.flatMap((line) => line.pieces)
    .filter((piece) => piece.kind === 'text' && piece.glyphs.some((glyph) => glyph.id === 0))
  expect(missing).toEqual([])
})

test('Arabic letters join across a change of style', () => {
  const joined = setLines(fonts, [textRun('سل'), textRun('يم', { color: '#ff0000' })], {
    width: 500,
    size: 10,
  })
  const apart = setLines(fonts, [textRun('سل'), textRun(' '), textRun('يم')], { width: 500, size: 10 })
  const ids = (lines: typeof joined) =>
    lines.lines.flatMap((line) =>
      line.pieces.flatMap((piece) =>
        piece.kind === 'text' && piece.text.trim() ? piece.glyphs.map((glyph) => glyph.id) : [],
      ),
    )
  expect(ids(joined)).not.toEqual(ids(apart))
})

test('a right-to-left phrase is shown in visual order and read in its own', () => {
  const [line] = set('Finding: لا يوجد نزيف (HU 35) here', 500).lines
  const textAt = (at: number) => {
    const piece = line?.pieces[at]
    return piece?.kind === 'text' ? piece.text : ''
  }
  expect(line?.reading.map(textAt).join('')).toBe('Finding: لا يوجد نزيف (HU 35) here')
  expect(line?.pieces.map((_, at) => textAt(at)).join('')).toContain('نزيف يوجد لا')
  expect(line?.spoken).toEqual([])
})

test('a phrase with reordered glyphs carries its text', () => {
  const [line] = set('Finding: यकृत सामान्य (HU 35) here', 500).lines
  expect(line?.spoken.map((range) => range.text)).toEqual(['यकृत सामान्य'])
  const { from = 0, to = 0 } = line?.spoken[0] ?? {}
  const spoken = line?.reading.slice(from, to).map((at) => line.pieces[at])
  expect(spoken?.map((piece) => (piece?.kind === 'text' ? piece.text : '')).join('')).toBe('यकृत सामान्य')
})

const letters = fc.constantFrom(
  ...Array.from('abcdefghij -'),
  ...Array.from('كبدطبيعي '),
  ...Array.from('क्षमतािं '),
  'ﬃ',
  '≥',
  '\u00A0',
  'WWWWWWWW',
)
const texts = fc.array(letters, { maxLength: 60 }).map((parts) => parts.join(''))

test('no letter is lost and every line fits, for any script and width', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 30, max: 400 }), (text, width) => {
      for (const line of set(text, width).lines) expect(line.width).toBeLessThanOrEqual(width + 0.01)
      const shown = textOf(text, width).join('').replace(/\s/g, '')
      expect(Array.from(shown).toSorted()).toEqual(Array.from(text.replace(/\s/g, '')).toSorted())
    }),
    { numRuns: 60 },
  )
})
