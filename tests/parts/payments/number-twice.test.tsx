import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NumberTwice } from '#src/parts/payments/NumberTwice.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)
const twice = [{ no: 'R000110', now: 'R001160', printed: '2026-11-22T12:30:00.000Z' }]
const show = (no: string) => {
  const { container } = renderInApp(<NumberTwice no={no} twice={twice} zone="Asia/Kolkata" />)
  return container.textContent
}

test('the record with the number of an earlier paper shows when that was printed and its new number', () => {
  show('R000110')
  expect(
    screen.getByText('Number also printed on 22 Nov 2026 06:00 PM, on a paper that is R001160 now'),
  ).toBeDefined()
})

test('the record of the earlier paper shows the number on its paper', () => {
  show('R001160')
  expect(
    screen.getByText("Printed as R000110 on 22 Nov 2026 06:00 PM; that number is another record's now"),
  ).toBeDefined()
})
