import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ConsentForm } from '#src/parts/consent-form/ConsentForm.tsx'
import { FORM_WORDS } from '#src/parts/consent-form/words.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/parts/consent-form/SigningFields.tsx', () => ({ SigningFields: () => null }))
afterEach(cleanup)

const WORDS = FORM_WORDS.en

/** Returns the days of November 2026 that the form's calendar marks as weekend. */
async function weekendsIn(country_id: number | undefined): Promise<number[]> {
  const answers = {
    fasting: '',
    height: '',
    weight: '',
    ques_ans: {},
    signer_name: '',
    language: 'en',
  } as const
  renderInApp(
    <ConsentForm
      detail={{
        form: { id: 'f', name: 'F', name_slang: '', questions: [], sha256: '', has_slang: false },
        patient: { name: 'P', passport: '', gender: 'Female', mobile: '', dob: null },
        centre: { name: 'C', branch: 'B', visit_no: 'V', start_dt: '2026-11-21T05:00:00.000Z', country_id },
        saved: null,
      }}
      initial={{
        id: 'd',
        answers: { ...answers, lmp_type: 'LMP Date', lmp_date: '2026-11-05', sign_by: 'Self' },
        strokes: [],
      }}
      onSubmit={async () => undefined}
    />,
  )
  screen.getByLabelText(WORDS.lmpDate).focus()
  await userEvent.keyboard('{ArrowDown}')
  await screen.findByRole('dialog', { name: WORDS.dates.calendar })
  await waitFor(() => expect(document.querySelector('[data-day="2026-11-05"]')).not.toBeNull())
  return [...document.querySelectorAll('[data-day][data-weekend]')].map((day) =>
    Number(day.getAttribute('data-day')?.slice(-2)),
  )
}

test('on a phone without a session the weekend is that of the centre: Friday and Saturday in Kuwait', async () => {
  expect((await weekendsIn(965)).slice(0, 4)).toEqual([6, 7, 13, 14])
})

test('the weekend is Saturday and Sunday in India, and without a known country', async () => {
  expect((await weekendsIn(91)).slice(0, 4)).toEqual([1, 7, 8, 14])
  cleanup()
  expect((await weekendsIn(undefined)).slice(0, 4)).toEqual([1, 7, 8, 14])
})
