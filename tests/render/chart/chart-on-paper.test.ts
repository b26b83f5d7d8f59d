import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ChartSpec } from '#render/chart/chart-spec.ts'
import { openFontSet } from '#render/fonts/font-set.ts'
import { setBlocks } from '#render/layout/set-blocks.ts'
import { openPage, startPaper } from '#render/pdf/page-canvas.ts'
import { writeDocument } from '#render/pdf/write-document.ts'
import { hasPoppler, pageGreys, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { renderAssets } from '#tests/helpers/paper/render-assets.ts'

const COUNT = { kind: 'count' } as const
const [SIDE, LEFT, TOP] = [400, 50, 50]

/** Prints a chart alone on a page of 500 by 400 points. */
async function print(chart: ChartSpec, name: string): Promise<Uint8Array> {
  const assets = renderAssets()
  const use = startPaper()
  const canvas = openPage(400, use)
  const [flow] = setBlocks(
    openFontSet(assets.fonts),
    [{ kind: 'chart', title: name, chart, height: 200 }],
    SIDE,
  )
  flow?.paint(canvas, LEFT, TOP)
  const facts = { title: 'Chart', createdAt: new Date('2026-11-23'), pageWidth: 500, pageHeight: 400 }
  const pdf = await writeDocument([canvas], use, assets, facts)
  if (process.env.PAPERS_OUT) writeFileSync(`${process.env.PAPERS_OUT}/${name}.pdf`, pdf)
  return pdf
}

/** Counts the dots of a page at 72 dpi that are darker than `limit` in a rectangle of points. */
function darkDots(pdf: Uint8Array, limit: number, [left, top, right, bottom]: readonly number[]): number {
  const { pixels, width } = pageGreys(pdf, 72)[0]!
  let count = 0
  for (let y = top!; y < bottom!; y++)
    for (let x = left!; x < right!; x++) if (pixels[y * width + x]! < limit) count++
  return count
}

test.skipIf(!hasPoppler)(
  'bars are drawn as ink in proportion to their values, with their words as text',
  async () => {
    const items = [
      { label: 'Jan, 2026', value: 100 },
      { label: 'Feb, 2026', value: 25 },
    ]
    const pdf = await print({ form: 'bars', unit: COUNT, items }, 'chart-bars')
    const words = pageTexts(pdf).join(' ')
    for (const said of ['Jan, 2026', 'Feb, 2026', '100', '25']) expect(words).toContain(said)
    const half = LEFT + SIDE / 2 + 10
    const [tall, short] = [darkDots(pdf, 140, [90, 70, half, 220]), darkDots(pdf, 140, [half, 70, 450, 220])]
    expect(short).toBeGreaterThan(300)
    expect(tall / short).toBeGreaterThan(3.3)
    expect(tall / short).toBeLessThan(4.7)
  },
)

test.skipIf(!hasPoppler)(
  'a line with its area, a stack with its legend and a list stay inside their space',
  async () => {
    const specs: readonly (readonly [string, ChartSpec])[] = [
      [
        'chart-line',
        {
          form: 'line',
          unit: COUNT,
          isArea: true,
          series: [{ label: 'Cases' }],
          points: Array.from({ length: 365 }, (_, day) => ({
            label: `D${day}`,
            values: [40 + 30 * Math.sin(day / 20)],
          })),
        },
      ],
      [
        'chart-stack',
        {
          form: 'stacked',
          unit: COUNT,
          series: [{ label: 'Cash' }, { label: 'Credit Card' }, { label: 'Online', tone: 'green' }],
          groups: ['MRI', 'CT', 'X-Ray'].map((label, n) => ({ label, values: [10 + n, 5, 8 - n] })),
        },
      ],
      [
        'chart-list',
        {
          form: 'list',
          unit: { kind: 'money', money: { locale: 'en-IN', currency: 'INR', decimals: 2 } },
          items: [
            { label: 'डॉ. मीरा नायर', value: 120_500 },
            { label: 'Dr. Rao', value: 4_000.5 },
          ],
        },
      ],
    ]
    for (const [name, spec] of specs) {
      const pdf = await print(spec, name)
      expect(darkDots(pdf, 200, [0, 0, 500, 400])).toBeGreaterThan(400)
      expect(darkDots(pdf, 200, [0, 0, LEFT - 4, 400])).toBe(0)
      expect(darkDots(pdf, 200, [LEFT + SIDE + 5, 0, 500, 400])).toBe(0)
      expect(darkDots(pdf, 200, [0, 255, 500, 400])).toBe(0)
    }
  },
)
