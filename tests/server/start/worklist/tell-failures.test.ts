import { expect, test } from 'vitest'
import { Failures } from '#server/start/worklist/tell-failures.ts'

const HOUR_MS = 3_600_000

function heard() {
  const told: [string, number][] = []
  const failures = new Failures(({ message = '' }, times) => told.push([message, times]), HOUR_MS)
  return { told, failures }
}

test('the first failure of a kind is reported at once, the rest as a count', () => {
  const { told, failures } = heard()
  for (let n = 0; n < 1_000; n += 1) failures.note(new Error('a PDU of an unknown type'))
  failures.note(new Error('another'))
  expect(told).toEqual([
    ['a PDU of an unknown type', 1],
    ['another', 1],
  ])
  failures.close()
  expect(told.slice(2)).toEqual([['a PDU of an unknown type', 999]])
})

test('endless kinds of failures do not produce endless lines', () => {
  const { told, failures } = heard()
  for (let n = 0; n < 1_000; n += 1) failures.note(new Error(`kind ${n}`))
  failures.close()
  expect(told).toHaveLength(51)
  expect(told.at(-1)).toEqual(['failures of many other kinds', 950])
})
