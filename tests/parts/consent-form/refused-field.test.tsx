import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ConsentQuestion } from '#contract/masters/consent-form.ts'
import { ConsentForm, type ConsentFormProps } from '#src/parts/consent-form/ConsentForm.tsx'
import { openDraft } from '#src/parts/consent-form/consent-draft.ts'
import { FORM_WORDS } from '#src/parts/consent-form/words.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('signature_pad', () => ({
  default: class {
    addEventListener = () => undefined
    removeEventListener = () => undefined
    on = () => undefined
    off = () => undefined
    clear = () => undefined
    fromData = () => undefined
    toData = () => []
  },
}))
afterEach(cleanup)

const WORDS = FORM_WORDS.en
const question: ConsentQuestion = {
  id: '019a0000-0000-7000-8000-0000000000a1',
  ques: 'Do you take blood thinners? *',
  ques_slang: '',
  ans_type: 'Single',
  ans_options: 'Yes|No',
  ans_options_slang: '',
}
/** Answers that were saved before: no signature is requested again. */
const SAVED = {
  id: '019a0000-0000-7000-8000-0000000000b1',
  fasting: '' as const,
  height: '170',
  weight: '70',
  lmp_type: '' as const,
  lmp_date: null,
  ques_ans: {},
  sign_by: 'Self' as const,
  signer_name: '',
  language: 'en' as const,
  signed_on: '2026-11-20T05:00:00.000Z',
}
const detailWith = (part: Partial<ConsentFormProps['detail']>): ConsentFormProps['detail'] => ({
  form: {
    id: '019a0000-0000-7000-8000-0000000000c1',
    name: 'CT with contrast',
    name_slang: '',
    questions: [],
    sha256: 'a'.repeat(64),
    has_slang: false,
  },
  patient: { name: 'Asha Kulkarni', passport: '', gender: 'Male', mobile: '', dob: null },
  centre: { name: 'C', branch: 'B', visit_no: 'V1', start_dt: '2026-11-21T05:00:00.000Z', country_id: 965 },
  saved: SAVED,
  ...part,
})

function open(part: Partial<ConsentFormProps['detail']> = {}, props: Partial<ConsentFormProps> = {}) {
  const detail = detailWith(part)
  const onSubmit = vi.fn(async () => undefined)
  renderInApp(
    <ConsentForm
      detail={detail}
      initial={openDraft('019a0000-0000-7000-8000-0000000000d1', detail)}
      onSubmit={onSubmit}
      {...props}
    />,
  )
  return onSubmit
}
const send = () => userEvent.click(screen.getByRole('button', { name: WORDS.submit }))
const height = () => screen.getByLabelText(WORDS.height)
const refusing = (fields?: Record<string, string>) => ({
  onSubmit: async () => {
    throw new ApiError(422, { code: 'invalid', message: 'Not taken.', ...(fields && { fields }) })
  },
})

test('the first field that breaks a rule has the focus, below a note that the form was also changed', async () => {
  const onSubmit = open({}, { isChanged: true })
  await userEvent.clear(height())
  await userEvent.type(height(), '900')
  await send()
  await waitFor(() => expect(document.activeElement).toBe(height()))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('an unanswered required question has the focus', async () => {
  const form = { ...detailWith({}).form, questions: [question] }
  open({ form, saved: { ...SAVED, ques_ans: {} } })
  await send()
  const asked = screen.getByRole('radiogroup', { name: /blood thinners/ })
  await waitFor(() => expect(document.activeElement).toBe(within(asked).getByRole('radio', { name: 'Yes' })))
})

test('a missing signature has the focus at its place', async () => {
  open({ saved: null })
  await send()
  await waitFor(() =>
    expect(document.activeElement?.contains(screen.getByRole('img', { name: WORDS.signature(false) }))).toBe(
      true,
    ),
  )
  expect(document.activeElement).not.toBe(document.body)
})

test('a field that the server refuses has the focus', async () => {
  open({}, refusing({ weight: 'is not taken' }))
  await send()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(WORDS.weight)))
})

test('a refusal that names no field has the focus itself', async () => {
  open({}, refusing())
  await send()
  const note = (await screen.findByText(WORDS.failed)).closest('[data-refusal]')
  await waitFor(() => expect(document.activeElement).toBe(note))
})
