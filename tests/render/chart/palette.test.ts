import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAPER_INKS, tintOnPaper } from '#render/chart/tones.ts'

const luminance = (color: string) => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
const onWhite = (color: string) => 1.05 / (luminance(color) + 0.05)

test('on paper data has a contrast of 3:1 and words of 4.5:1', () => {
  for (const [ink, color] of Object.entries(PAPER_INKS)) {
    if (ink === 'grid' || ink === 'ground') continue
    expect(onWhite(color), ink).toBeGreaterThanOrEqual(ink === 'text' || ink === 'quiet' ? 4.5 : 3)
  }
})

test('a printed page has the colours of a paper', () => {
  const css = readFileSync('src/ui/chart/chart.module.css', 'utf8')
  const printed = css.slice(css.indexOf('@media print'))
  for (const [ink, color] of Object.entries(PAPER_INKS))
    expect(printed).toContain(`--chart-${ink}: ${color};`)
})

test('a tint is the colour mixed into white', () => {
  expect(tintOnPaper('#000000', 0.2)).toBe('#cccccc')
  expect(tintOnPaper('#0f7380', 1)).toBe('#0f7380')
})
