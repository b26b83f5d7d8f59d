import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { JsonCounter, VALUES_MAX } from '#server/kernel/http/count-body.ts'

const codeOf = (run: () => void): string => {
  try {
    run()
    return 'taken'
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error)
  }
}

/** Returns the result for a text that arrives in pieces of this size. */
function judge(text: string, piece = 1_000, max = 50): string {
  const counter = new JsonCounter({ list: { name: 'items', max } })
  const bytes = Buffer.from(text)
  return codeOf(() => {
    for (let at = 0; at < bytes.length; at += piece) counter.take(bytes.subarray(at, at + piece))
  })
}

const listOf = (count: number) => JSON.stringify({ items: Array.from({ length: count }, () => ({ a: [1] })) })

describe('the values of a body', () => {
  it('allow every batch that is short enough, whatever its content and however it is split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        (items, piece) => {
          const text = JSON.stringify({ device_id: ',[]{}\\"', items, note: items })
          expect(judge(text, piece, 5)).toBe(items.length > 5 ? 'invalid' : 'taken')
        },
      ),
    )
  })

  it.each([
    ['fifty entries', listOf(50), 'taken'],
    ['the fifty-first entry', listOf(51), 'invalid'],
    ['a batch in another list of the same name', `{"x":{},"items":[${'1,'.repeat(60)}1]}`, 'invalid'],
    ['commas in a text', JSON.stringify({ items: [','.repeat(500)] }), 'taken'],
    ['a text with escaped quotes', JSON.stringify({ items: ['",'.repeat(500)] }), 'taken'],
    ['more depth than any input', '['.repeat(65), 'malformed'],
    ['more values than any form', `[[[${'1,'.repeat(VALUES_MAX)}1]]]`, 'too_large'],
  ])('are counted by their bytes: %s', (_, text, code) => {
    expect(judge(text)).toBe(code)
  })
})
