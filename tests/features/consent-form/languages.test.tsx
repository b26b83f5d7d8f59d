import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ConsentDetail } from '#contract/calls/consents.ts'
import ConsentFormPage from '#src/features/consent-form/ConsentFormPage.tsx'
import { FORM_WORDS } from '#src/parts/consent-form/words.ts'
import { PATIENT_WORDS } from '#src/parts/patient-words/patient-words.ts'
import { LANGUAGE_TABLE } from '#src/ui/language/languages.ts'
import { fetchWords } from '#src/ui/language/use-catalogue.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { browserSpeaks, englishLeft } from '#tests/helpers/page/english-left.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const ID = '01994000-0000-7000-8000-000000000001'
let link: { id: string; appt_id: string } | undefined
vi.mock('#src/parts/consent-form/SigningFields.tsx', () => ({ SigningFields: () => null }))
vi.mock('#src/features/consent-form/consent-secret.ts', () => ({ consentLink: () => link }))

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  browserSpeaks('en-US')
  vi.unstubAllGlobals()
})

const DETAIL: ConsentDetail = {
  form: {
    id: ID,
    name: 'Consent for contrast',
    name_slang: 'आयोडीन युक्त कंट्रास्ट के लिए सहमति',
    questions: [],
    sha256: 'a'.repeat(64),
    has_slang: true,
  },
  patient: { name: 'Asha Rao', passport: '', gender: 'Female', mobile: '', dob: null },
  centre: { name: 'Sanjeevani', branch: 'Andheri', visit_no: 'V101', start_dt: '2026-11-24T05:00:00.000Z' },
  saved: null,
}

describe.each(['hi', 'ar'] as const)('the page around a consent form in %s', (language) => {
  test('says that the link is needed, and why a link does not open', async () => {
    const { consent, refusals } = await fetchWords(PATIENT_WORDS, language)
    browserSpeaks(language)
    link = undefined
    renderInApp(<ConsentFormPage />)
    expect(await screen.findByText(consent.again)).toBeTruthy()
    expect(document.documentElement.dir).toBe(LANGUAGE_TABLE[language].dir)
    expect(englishLeft([])).toEqual([])
    cleanup()
    link = { id: ID, appt_id: 'A'.repeat(43) }
    scriptServer({
      'public/consentFormDetail': () => ({ status: 422, body: { code: 'link_over', message: 'Over.' } }),
    })
    renderInApp(<ConsentFormPage />)
    expect(await screen.findByText(refusals.link_over)).toBeTruthy()
    expect(englishLeft([])).toEqual([])
  })
})

test.each([
  ['hi', FORM_WORDS.hi.submit],
  ['ar', FORM_WORDS.en.submit],
  ['en', FORM_WORDS.en.submit],
] as const)('a form that is also in Hindi, for a reader of %s, opens with "%s"', async (language, submit) => {
  browserSpeaks(language)
  link = { id: ID, appt_id: 'A'.repeat(43) }
  scriptServer({ 'public/consentFormDetail': () => ({ body: { result: { ...DETAIL, door: ID } } }) })
  renderInApp(<ConsentFormPage />)
  expect(await screen.findByRole('button', { name: submit })).toBeTruthy()
  // The form sets its own direction: the document keeps the centre's.
  expect(document.documentElement.dir).not.toBe('rtl')
})

test('a form opens in the language of its patient, whatever the browser’s is', async () => {
  browserSpeaks('en-GB')
  link = { id: ID, appt_id: 'A'.repeat(43) }
  const detail = { ...DETAIL, language: 'hi' }
  scriptServer({ 'public/consentFormDetail': () => ({ body: { result: { ...detail, door: ID } } }) })
  renderInApp(<ConsentFormPage />)
  expect(await screen.findByRole('button', { name: FORM_WORDS.hi.submit })).toBeTruthy()
})
