import { cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SharedStudy as Study } from '#contract/calls/sharing.ts'
import { ERROR_CODES, type ErrorCode } from '#contract/kernel/error-codes.ts'
import SharedStudy from '#src/features/shared-study/SharedStudy.tsx'
import { PATIENT_WORDS } from '#src/parts/patient-words/patient-words.ts'
import type { PatientWords } from '#src/parts/patient-words/words/en.ts'
import { LANGUAGE_TABLE } from '#src/ui/language/languages.ts'
import { fetchWords } from '#src/ui/language/use-catalogue.ts'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { browserSpeaks, englishLeft } from '#tests/helpers/page/english-left.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

let link: { secret: string; toReport: boolean } | undefined
vi.mock('#src/features/shared-study/shared-secret.ts', () => ({ sharedLink: () => link }))

const STUDY: Study = {
  centre: 'Sanjeevani',
  pat_name: 'Asha Rao',
  pat_id: 'SAN-010189',
  pat_sex: 'F',
  pat_age: '42Y',
  study_desc: 'MRI Knee',
  modality: 'MR',
  study_datetime: '2026-11-20T05:40:00.000Z',
  branch: 'Andheri',
  time_zone: 'America/New_York',
  status: 'ReadyForSign',
  viewer_url: '',
  has_report: 1,
  expires: '2026-12-24T18:10:00.000Z',
}
/** Texts of the record, shown unchanged in every language. Readroom is the product. */
const DATA = ['Sanjeevani', 'Asha Rao', 'SAN-010189', 'MRI Knee', 'MR', 'Andheri', 'Readroom', 'ESC']

const refuse = (code: ErrorCode, extra = {}) => ({
  status: ERROR_CODES[code].status,
  body: { code, message: ERROR_CODES[code].message, ...extra },
})
const looked = (asks: 'birth_date' | 'pat_id', is_proven = 0) => ({
  body: { result: { centre: 'Sanjeevani', asks, door: '01970000-0000-7000-8000-0000000000d0', is_proven } },
})

beforeEach(() => {
  link = { secret: 'A'.repeat(43), toReport: false }
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
  browserSpeaks('en-US')
  vi.unstubAllGlobals()
})

describe.each(['hi', 'ar'] as const)('the page behind a shared link in %s', (language) => {
  let words: PatientWords
  beforeEach(async () => {
    words = await fetchWords(PATIENT_WORDS, language)
    browserSpeaks(language)
  })
  const open = (script: Script) => {
    scriptServer(script)
    renderInApp(<SharedStudy />)
  }
  const expectWhole = () => expect(englishLeft(DATA)).toEqual([])

  test('requests the date of birth, says what is wrong with one, and is entirely in the language', async () => {
    let answers = 0
    open({
      'public/sharedStudy': () => looked('birth_date'),
      'public/openSharedStudy': () =>
        answers++ === 0 ? refuse('proof_wrong') : refuse('throttled', { retry_after: 700 }),
    })
    const field = await screen.findByLabelText(words.proof.label.birth_date)
    const { documentElement: root } = document
    expect([root.lang, root.dir]).toEqual([language, LANGUAGE_TABLE[language].dir])
    expectWhole()
    await userEvent.click(screen.getByRole('button', { name: words.dates.openCalendar }))
    await screen.findByRole('dialog', { name: words.dates.calendar })
    await screen.findByRole('button', { name: words.dates.today })
    expectWhole()
    await userEvent.keyboard('{Escape}')
    fireEvent.change(field, { target: { value: '1/1/2099' } })
    fireEvent.blur(field)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expectWhole()
    fireEvent.change(field, { target: { value: '1/1/1990' } })
    fireEvent.blur(field)
    await userEvent.click(screen.getByRole('button', { name: words.proof.show }))
    expect(await screen.findByText(words.refusals.proof_wrong)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: words.proof.show }))
    expect(await screen.findByText(words.refusals.throttled(12))).toBeTruthy()
    expectWhole()
  })

  test('shows the examination, with its times at the centre and here', async () => {
    open({
      'public/sharedStudy': () => looked('pat_id', 1),
      'public/openSharedStudy': () => ({ body: { result: STUDY } }),
    })
    const number = await screen.findByText('SAN-010189')
    // A number has its own direction, also in a right-to-left page.
    expect(number.tagName).toBe('BDI')
    expect(screen.getByText(words.reportStatus.ReadyForSign)).toBeTruthy()
    expect(document.body.textContent).toContain(words.sexes.F)
    expectWhole()
    // The report cannot be loaded offline.
    await userEvent.click(screen.getByRole('button', { name: words.shared.viewReport }))
    expect(await screen.findByText(words.filed.failed)).toBeTruthy()
    expect(screen.getByText(words.offline)).toBeTruthy()
    expectWhole()
  })

  test.each([
    'not_found',
    'link_over',
    'link_revoked',
    'link_again',
    'record_incomplete',
    'unpaid',
    'internal',
  ] as const)('says in the language why a link does not open: %s', async (code) => {
    open({ 'public/sharedStudy': () => refuse(code) })
    const { refusals } = words
    expect(await screen.findByText(code === 'internal' ? refusals.other : refusals[code])).toBeTruthy()
    expectWhole()
  })

  test('says that the network is lost, and after a reload that the link is needed again', async () => {
    open({})
    expect(await screen.findByText(words.offline)).toBeTruthy()
    expectWhole()
    cleanup()
    link = undefined
    open({})
    expect(await screen.findByText(words.shared.again)).toBeTruthy()
    expectWhole()
  })
})

test('the reader chooses the language on the page, and the typed answer stays', async () => {
  scriptServer({ 'public/sharedStudy': () => looked('pat_id') })
  renderInApp(<SharedStudy />)
  await userEvent.type(await screen.findByLabelText('Patient ID'), 'SAN-1')
  fireEvent.click(screen.getByRole('radio', { name: 'हिन्दी' }))
  const hindi = await fetchWords(PATIENT_WORDS, 'hi')
  const field = await screen.findByLabelText<HTMLInputElement>(hindi.proof.label.pat_id)
  expect(field.value).toBe('SAN-1')
  expect([localStorage.length, localStorage.getItem('readroom-language')]).toEqual([1, 'hi'])
})

test('in English a refusal without words on the page is shown in the words of the server', async () => {
  scriptServer({ 'public/sharedStudy': () => refuse('internal') })
  renderInApp(<SharedStudy />)
  expect(await screen.findByText(ERROR_CODES.internal.message)).toBeTruthy()
})

test('opens in the language of the patient or branch before the browser’s, and after a choice made here', async () => {
  const script = {
    'public/sharedStudy': () => {
      const { body } = looked('birth_date')
      return { body: { result: { ...body.result, language: 'ar' } } }
    },
  }
  browserSpeaks('hi-IN')
  scriptServer(script)
  renderInApp(<SharedStudy />)
  const arabic = await fetchWords(PATIENT_WORDS, 'ar')
  expect(await screen.findByText(arabic.proof.label.birth_date)).toBeTruthy()
  expect(document.documentElement.dir).toBe('rtl')
  cleanup()
  localStorage.setItem('readroom-language', 'hi')
  renderInApp(<SharedStudy />)
  const hindi = await fetchWords(PATIENT_WORDS, 'hi')
  expect(await screen.findByLabelText(hindi.proof.label.birth_date)).toBeTruthy()
  expect(document.documentElement.dir).toBe('ltr')
})
