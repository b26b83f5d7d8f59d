import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutChart } from '#render/chart/lay-out-chart.ts'
import { guessTextWidth } from '#render/chart/text-width.ts'

const textsOf = (labels: readonly string[]) => {
  const items = labels.map((label, index) => ({ label, value: index + 1 }))
  const frame = { width: 900, height: 260, textWidth: guessTextWidth }
  const { marks } = layOutChart({ form: 'list', unit: { kind: 'count' }, items }, frame)
  return marks.flatMap((mark) => ('text' in mark ? [mark.text] : []))
}

test('a name with enough space is shown whole', () => {
  expect(textsOf(['Cash'])).toContain('Cash')
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 6 }),
      (labels) => {
        const texts = textsOf(labels)
        for (const label of labels) expect(texts).toContain(label)
      },
    ),
  )
})
