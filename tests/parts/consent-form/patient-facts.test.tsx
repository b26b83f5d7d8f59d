import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PatientFacts } from '#src/parts/consent-form/PatientFacts.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)

const patient = { name: 'أحمد Khan', passport: '', gender: 'Male', mobile: '+965 2222 3333', dob: null }
const centre = {
  name: 'مركز النور',
  branch: 'Salmiya 2',
  visit_no: 'V100412',
  start_dt: '2026-11-21T05:00:00.000Z',
  time_zone: 'Asia/Kuwait',
}

test('a value begins where its label begins, and no name reverses the digits beside it', () => {
  renderInApp(
    <div dir="rtl">
      <PatientFacts patient={patient} centre={centre} />
    </div>,
  )
  const values = screen.getAllByRole('definition')
  expect(values.length).toBeGreaterThanOrEqual(5)
  // A direction of its own would move the value to the other side of the form.
  for (const value of values) expect(value.closest('[dir]')?.getAttribute('dir')).toBe('rtl')
  const apart = values.map((value) =>
    [...value.querySelectorAll('bdi')].map(({ textContent }) => textContent),
  )
  expect(apart).toContainEqual(['+965 2222 3333'])
  expect(apart).toContainEqual(['مركز النور', 'Salmiya 2'])
  for (const [at, value] of values.entries()) expect(value.textContent).toBe(apart[at]?.join(' · '))
  expect(screen.queryByText(/Passport/)).toBeNull()
})
