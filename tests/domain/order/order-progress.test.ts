import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadsBackTo, ORDER_STATES, reachedStates } from '#domain/order/order-progress.ts'
import { VISIT_STATUSES } from '#domain/status/visit-status.ts'

describe('the states of an order', () => {
  it.each([
    ['booked', 1, true, [false], []],
    ['started', 5, true, [false], ['Started']],
    ['one of two scanned', 6, true, [true, false], ['Started']],
    ['all scanned', 7, true, [true, true], ['Started', 'Completed']],
    ['a report begun while another examination waits', 8, true, [true, false], ['Started']],
    ['verified while another examination waits', 10, true, [true, false], ['Started']],
    ['verified before the scan was marked', 10, true, [true], ['Started', 'Completed', 'Final']],
    ['all verified', 11, true, [true], ['Started', 'Completed', 'Final']],
    ['signed again after an addendum', 9, true, [true], ['Started', 'Completed']],
    ['every examination cancelled', 4, true, [], ['Started']],
    ['cancelled', 12, true, [false], ['Cancelled']],
    ['a clinical visit in progress', 4, false, [false], ['Started']],
    ['a clinical visit completed', 11, false, [false], ['Started', 'Completed']],
  ] as const)('%s', (_, status, isRadiology, examinations, states) => {
    expect(reachedStates({ status, isRadiology, examinations })).toEqual(states)
  })

  it('come in their order, and Cancelled alone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...VISIT_STATUSES),
        fc.boolean(),
        fc.array(fc.boolean()),
        (status, isRadiology, examinations) => {
          const states = reachedStates({ status, isRadiology, examinations })
          const expected = states.includes('Cancelled') ? ['Cancelled'] : ORDER_STATES.slice(0, states.length)
          expect(states).toEqual(expected)
        },
      ),
    )
  })
})

it.each([
  ['', 'HIS|CITY', true],
  ['HIS|CITY', 'HIS|CITY', true],
  [' his | city ', 'HIS|CITY', true],
  ['HIS|NORTH', 'HIS|CITY', false],
  ['HIS', 'HIS|CITY', false],
  ['HIS|', 'HIS|', true],
])('a connection of "%s" leads back to "%s": %s', (of, sender, is) =>
  expect(leadsBackTo(of, sender)).toBe(is),
)
