import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import QueDisplay from '#src/features/que-display/QueDisplay.tsx'
import { PATIENT_WORDS } from '#src/parts/patient-words/patient-words.ts'
import type { PatientWords } from '#src/parts/patient-words/words/en.ts'
import type { QueueList, QueueState } from '#src/sync/que-display/queue-line.ts'
import { LANGUAGE_TABLE } from '#src/ui/language/languages.ts'
import { fetchWords } from '#src/ui/language/use-catalogue.ts'
import { browserSpeaks, englishLeft } from '#tests/helpers/page/english-left.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

let state: QueueState
vi.mock('#src/sync/que-display/use-queue-display.ts', () => ({ useQueueDisplay: () => state }))
vi.mock('#src/sync/que-display/use-banner.ts', () => ({
  useBanner: () => ({ url: 'blob:banner', type: 'image' }),
}))

const NOW = new Date('2026-11-24T08:35:00Z')
const MACHINES = ['CT 1', 'MR 1', 'US 1', 'XR 1', 'MG 1'].map((name) => ({ id: name, name }))
const item = (pat_id: string, fields: Partial<QueueList['items'][number]>) => ({
  id: pat_id,
  pat_id,
  initials: '',
  machine_id: 'CT 1',
  machine: 'CT 1',
  status: 5,
  status_name: '',
  is_bring_next: 'N',
  exm_end_dt: null,
  ...fields,
})
const LIST = {
  screen: 'Hall',
  branch: 'Sanjeevani Andheri',
  time_zone: 'Asia/Kolkata',
  machines: MACHINES,
  items: [
    item('V101', { status: 6, exm_end_dt: '2026-11-24T08:39:05Z', initials: 'A.R.' }),
    item('V102', { status: 6, machine_id: 'MR 1', exm_end_dt: '2026-11-24T08:30:00Z' }),
    item('V103', { status: 6, machine_id: 'US 1' }),
    item('V104', { is_bring_next: 'Y' }),
  ],
  at: NOW.toISOString(),
} as QueueList
/** Texts of the centre, shown unchanged in every language. */
const DATA = ['Que Screens', 'Sanjeevani Andheri', 'A.R.', 'V1', ...MACHINES.map(({ name }) => name)]

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  browserSpeaks('en-US')
  vi.useRealTimers()
})

describe.each(['hi', 'ar'] as const)('the display of a hall in %s', (language) => {
  let words: PatientWords['queue']
  beforeEach(async () => {
    words = (await fetchWords(PATIENT_WORDS, language)).queue
    browserSpeaks(language)
  })

  test('has all its words in the language, numbers from the left, and the day of the branch', async () => {
    state = { list: LIST, skewMs: 0, isUnknown: false, downSince: Date.parse('2026-11-23T03:00:00Z') }
    renderInApp(<QueDisplay />)
    expect(await screen.findByText(words.next)).toBeTruthy()
    const { documentElement: root } = document
    expect([root.lang, root.dir]).toEqual([language, LANGUAGE_TABLE[language].dir])
    for (const word of [words.bring, words.over, words.scanning, words.free])
      expect(screen.getAllByText(word)[0]).toBeTruthy()
    for (const number of ['V101', 'V104', '4:05']) expect(screen.getByText(number).dir).toBe('ltr')
    expect(screen.getByText(words.slides(1, 2))).toBeTruthy()
    expect(document.body.textContent).toMatch(language === 'hi' ? /दोपहर 2:05/ : /2:05 م/)
    expect(document.body.textContent).toMatch(language === 'hi' ? /24 नवंबर 2026/ : /24 نوفمبر 2026/)
    expect(englishLeft(DATA)).toEqual([])
  })

  test.each<[keyof PatientWords['queue'], QueueState]>([
    ['loading', { skewMs: 0, isUnknown: false }],
    ['waiting', { skewMs: 0, isUnknown: false, downSince: 1 }],
    ['unknown', { skewMs: 0, isUnknown: true }],
  ])('shows a message without a list: %s', async (key, shown) => {
    state = shown
    renderInApp(<QueDisplay />)
    expect(await screen.findByText(words[key] as string)).toBeTruthy()
    expect(englishLeft(DATA)).toEqual([])
  })
})

test('a person who manages the display chooses its language, and a reload keeps it', async () => {
  state = { list: LIST, skewMs: 0, isUnknown: false }
  renderInApp(<QueDisplay />)
  expect(screen.getByText('BRING')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'العربية' }))
  const { next } = (await fetchWords(PATIENT_WORDS, 'ar')).queue
  expect(await screen.findByText(next)).toBeTruthy()
  cleanup()
  renderInApp(<QueDisplay />)
  expect(await screen.findByText(next)).toBeTruthy()
})

test('a display opens in its branch’s language, and stays in the one that was chosen on it', async () => {
  const words = (await fetchWords(PATIENT_WORDS, 'hi')).queue
  state = { list: { ...LIST, language: 'hi' }, skewMs: 0, isUnknown: false }
  renderInApp(<QueDisplay />)
  expect(await screen.findByText(words.next)).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'English' }))
  const english = PATIENT_WORDS.english.queue
  expect(await screen.findByText(english.next)).toBeTruthy()
  cleanup()
  renderInApp(<QueDisplay />)
  expect(await screen.findByText(english.next)).toBeTruthy()
})
