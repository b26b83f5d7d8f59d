import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { FORM_LANGUAGES } from '#domain/consent/form-language.ts'
import { dayLanguageOf } from '#src/parts/consent-form/day-language.ts'
import { FORM_WORDS } from '#src/parts/consent-form/words.ts'
import { DayInput } from '#src/ui/dates/DayInput.tsx'
import { DayLanguageProvider } from '#src/ui/dates/day-language.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)

const told = vi.fn()

function Field({ language, initial = '' }: { language: (typeof FORM_LANGUAGES)[number]; initial?: string }) {
  const [day, setDay] = useState(initial)
  const onChange = (next: string) => {
    told(next)
    setDay(next)
  }
  return (
    <DayLanguageProvider value={dayLanguageOf(language, FORM_WORDS[language])}>
      <DayInput label="Day" value={day} onChange={onChange} />
    </DayLanguageProvider>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Day')

test.each(FORM_LANGUAGES)('a date in the format of %s reads back', async (language) => {
  renderInApp(<Field language={language} initial="2026-11-05" />)
  const shown = field().value
  await userEvent.clear(field())
  await userEvent.type(field(), shown)
  await userEvent.tab()
  expect(told).toHaveBeenLastCalledWith('2026-11-05')
  expect(field().value).toBe(shown)
})

test('Arabic digits are read, and a wrong date is refused in Arabic', async () => {
  renderInApp(<Field language="ar" />)
  await userEvent.type(field(), '٢٣/١١/٢٠٢٦')
  await userEvent.tab()
  expect(told).toHaveBeenLastCalledWith('2026-11-23')
  await userEvent.clear(field())
  await userEvent.type(field(), '٣١/٠٤/٢٠٢٦')
  await userEvent.tab()
  expect(screen.getByText(FORM_WORDS.ar.dates.problem)).toBeTruthy()
})

test('an Arabic calendar has Arabic months, and its left arrow leads to the next day', async () => {
  renderInApp(<Field language="ar" initial="2026-11-05" />)
  field().focus()
  await userEvent.keyboard('{ArrowDown}')
  const panel = await screen.findByRole('dialog', { name: FORM_WORDS.ar.dates.calendar })
  await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-05'))
  expect(panel.dir).toBe('rtl')
  expect(within(panel).getByText(/نوفمبر/)).toBeTruthy()
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  expect(told).toHaveBeenLastCalledWith('2026-11-06')
})
