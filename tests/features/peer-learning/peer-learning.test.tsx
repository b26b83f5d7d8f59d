import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PeerPointRow, PeerReading, PeerReadingRow } from '#contract/calls/peer-learning.ts'
import PeerLearning from '#src/features/peer-learning/PeerLearning.tsx'
import type { PeerText } from '#src/sync/reports/peer-text.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({
  online: true,
  answers: {} as Record<string, unknown>,
  called: [] as [string, object][],
  refusal: undefined as Error | undefined,
  refreshed: [] as string[],
  session: undefined as unknown,
  tags: [] as unknown[],
  texts: new Map<string, string>(),
  dropped: [] as [string, string[]][],
  handed: [] as string[],
  isFull: false,
  unreadable: undefined as Error | undefined,
}))

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => world.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: world.online }) }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({ useTagDirectory: () => ({ tags: world.tags }) }))
vi.mock('#src/sync/files/find-file.ts', () => ({ imageUrlOf: async () => undefined }))
vi.mock('#src/sync/reports/unload-drafts.ts', () => ({
  findUnloadPeerText: async ({ kind, id }: { kind: string; id: string }) => {
    if (world.unreadable) throw world.unreadable
    return world.texts.get(`${kind} ${id}`) ?? ''
  },
  handOverPeerText: ({ content }: { content: string }) => void world.handed.push(content),
}))
vi.mock('#src/sync/reports/peer-text.ts', () => ({
  keepPeerText: async ({ place, content }: PeerText) => {
    if (world.isFull) throw new Error('This device is full.')
    if (content === '') world.texts.delete(`${place.kind} ${place.id}`)
    else world.texts.set(`${place.kind} ${place.id}`, content)
  },
  dropPeerTexts: async (kind: string, ids: string[]) => void world.dropped.push([kind, ids]),
}))
vi.mock('#src/sync/api/use-kept-call.ts', () => ({
  useKeptCall: ({ key }: { key: string }, _input: object, { isWanted }: { isWanted: boolean }) => ({
    answer: isWanted && key in world.answers ? { result: world.answers[key] } : undefined,
    refresh: () => void world.refreshed.push(key),
  }),
}))
vi.mock('#src/sync/api/call-api.ts', () => ({
  callApi: async ({ key }: { key: string }, input: object) => {
    if (world.refusal) throw world.refusal
    world.called.push([key, input])
    return { message: 'Kept' }
  },
}))

const READING: PeerReadingRow = {
  id: '01990000-0000-7000-8000-000000000001',
  rev: 2,
  study_id: '01990000-0000-7000-8000-000000000002',
  study_desc: 'CT Thorax',
  modality: 'CT',
  study_datetime: '2026-11-20T08:30:00Z',
  branch_id: null,
  branch: 'Andheri',
  pat_age: '42Y',
  pat_sex: 'Female',
  given_on: '2026-11-21T09:00:00Z',
  outcome: null,
  category: null,
  point: '',
  is_significant: 0,
  read_on: null,
  answers: [],
}
const DONE: PeerReadingRow = {
  ...READING,
  id: '01990000-0000-7000-8000-000000000003',
  study_desc: 'MRI Knee',
  outcome: 'Agree_With_Point',
  category: 'Good_Catch',
  point: 'Well seen.',
  read_on: '2026-11-22T09:00:00Z',
  answers: ['Thank you.'],
}
const POINT: PeerPointRow = {
  id: '01990000-0000-7000-8000-000000000004',
  study_id: '01990000-0000-7000-8000-000000000005',
  study_desc: 'CT Abdomen',
  modality: 'CT',
  study_datetime: '2026-11-19T08:30:00Z',
  branch_id: null,
  branch: 'Andheri',
  outcome: 'Differ',
  category: 'Perception',
  point: 'A stone in the left ureter.',
  is_significant: 1,
  read_day: '2026-11-21',
  seen_on: null,
  answer: '',
  answered_on: null,
}
const OPENED: PeerReading = {
  reading: READING,
  reports: [
    {
      report_no: 1,
      report_data: '<p>No nodule, [name].</p>',
      conclusion: '',
      recommendation: '',
      addenda: [],
    },
  ],
  viewer_url: 'https://viewer.example/1',
  local_viewer_url: '',
  is_there: 1,
}

beforeEach(() => {
  layOut(1200)
  world.session = sessionFields({
    peer_learning: 1,
    main_modules: ['teleradiology', 'assign_critical_tag_to_study'],
  })
  Object.assign(world, {
    online: true,
    called: [],
    refusal: undefined,
    refreshed: [],
    texts: new Map(),
    dropped: [],
    handed: [],
    isFull: false,
    unreadable: undefined,
    tags: [
      { name: 'Pneumothorax', type: 'Critical' },
      { name: 'Teaching', type: 'Normal' },
    ],
    answers: {
      'peer/readings': { waiting: [READING], done: [DONE] },
      'peer/points': [POINT],
      'peer/reading': OPENED,
    },
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const show = (path = '/peer-learning') => renderInApp(<PeerLearning />, path)
const openForm = () => {
  show(`/peer-learning?reading=${READING.id}`)
  return screen.findByRole('form', { name: 'Your second reading' })
}
const send = (form: HTMLElement) =>
  fireEvent.click(within(form).getByRole('button', { name: 'Send my reading' }))

test('a waiting reading is listed and opens with its images and text', () => {
  show()
  expect(screen.getByRole('tab', { name: 'Waiting for me (1)' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Read CT Thorax' }))
  expect(screen.getByText('No nodule, [name].')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'View Image' })).toBeTruthy()
})

test('plain agreement is sent with two presses', async () => {
  const form = await openForm()
  fireEvent.click(within(form).getByRole('radio', { name: 'Agree' }))
  expect(within(form).queryByRole('textbox', { name: /Learning point/ })).toBeNull()
  send(form)
  await waitFor(() => expect(world.called).toHaveLength(1))
  expect(world.called[0]).toEqual([
    'peer/saveReview',
    { id: READING.id, rev: 2, outcome: 'Agree', category: '', point: '', is_significant: 0, tag_name: '' },
  ])
  await waitFor(() => expect(world.refreshed).toEqual(['peer/readings']))
  expect(await screen.findByRole('tab', { name: /Waiting/ })).toBeTruthy()
})

test('a different reading requires its category, its words and the tag of the critical result', async () => {
  const form = await openForm()
  send(form)
  expect(await within(form).findByText('Choose one')).toBeTruthy()
  fireEvent.click(within(form).getByRole('radio', { name: 'I would report differently' }))
  fireEvent.click(within(form).getByRole('checkbox', { name: /^Clinically significant/ }))
  expect(within(form).getAllByText('This is required')).toHaveLength(2)
  expect(within(form).getByText('Choose a critical tag')).toBeTruthy()
  fireEvent.click(within(form).getByRole('combobox', { name: /^What is it about/ }))
  const choices = await screen.findAllByRole('option', { hidden: true })
  expect(choices.map(({ textContent }) => textContent)).not.toContain('Good catch')
  fireEvent.click(screen.getByRole('option', { name: 'Perception', hidden: true }))
  fireEvent.change(within(form).getByRole('textbox', { name: /^Learning point/ }), {
    target: { value: ' A nodule of 8 mm. ' },
  })
  fireEvent.click(within(form).getByRole('combobox', { name: /^Critical tag/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Pneumothorax', hidden: true }))
  send(form)
  await waitFor(() => expect(world.called).toHaveLength(1))
  expect(world.called[0]?.[1]).toEqual({
    id: READING.id,
    rev: 2,
    outcome: 'Differ',
    category: 'Perception',
    point: 'A nodule of 8 mm.',
    is_significant: 1,
    tag_name: 'Pneumothorax',
  })
})

test('a refusal is shown at the button, and the typed text stays', async () => {
  const form = await openForm()
  world.refusal = new Error('You have already read this.')
  fireEvent.click(within(form).getByRole('radio', { name: 'Agree' }))
  send(form)
  expect(await within(form).findByText(/You have already read this\./)).toBeTruthy()
  expect(within(form).getByRole<HTMLInputElement>('radio', { name: 'Agree' }).checked).toBe(true)
})

test('a client without critical results cannot open one, and the form says why', async () => {
  world.session = sessionFields({ main_modules: ['teleradiology'] })
  const form = await openForm()
  fireEvent.click(within(form).getByRole('radio', { name: 'I would report differently' }))
  const box = within(form).getByRole<HTMLInputElement>('checkbox', { name: /^Clinically significant/ })
  expect(box.disabled).toBe(true)
  expect(within(form).getByText('Critical results are switched off for your client.')).toBeTruthy()
})

test('the text of a deleted study is read, without images and critical result', async () => {
  world.answers['peer/reading'] = { ...OPENED, is_there: 0, viewer_url: '' }
  const form = await openForm()
  expect(screen.getByText(/has been deleted/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'View Image' })).toBeNull()
  fireEvent.click(within(form).getByRole('radio', { name: 'I would report differently' }))
  expect(within(form).queryByRole('checkbox')).toBeNull()
})

test('a completed reading is shown with its answers', () => {
  show('/peer-learning?tab=done')
  for (const words of ['MRI Knee', 'Agree, with a learning point', 'Good catch', 'Well seen.'])
    expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText(/Thank you\./)).toBeTruthy()
})

test('a learning point about one’s own report is read and answered', async () => {
  show('/peer-learning?tab=mine')
  expect(screen.getByRole('tab', { name: 'About my reports (1 unread)' })).toBeTruthy()
  expect(await screen.findByText('A stone in the left ureter.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'I have read this' }))
  await waitFor(() => expect(world.called).toEqual([['peer/markSeen', { id: POINT.id }]]))
  fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText('This is required')).toBeTruthy()
  const box = screen.getByRole('textbox', { name: /^Answer/ })
  expect([box.getAttribute('aria-invalid'), document.activeElement === box]).toEqual(['true', true])
  fireEvent.change(screen.getByRole('textbox', { name: /^Answer/ }), { target: { value: 'I see it now.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  await waitFor(() =>
    expect(world.called.at(-1)).toEqual(['peer/answer', { id: POINT.id, answer: 'I see it now.' }]),
  )
})

test('offline the page says so and sends no request', () => {
  world.online = false
  show()
  expect(screen.getByText('Peer learning needs the network.')).toBeTruthy()
  expect(screen.queryByText('CT Thorax')).toBeNull()
})

test('empty lists explain how entries are created', () => {
  world.answers = { 'peer/readings': { waiting: [], done: [] }, 'peer/points': [] }
  show()
  expect(screen.getByText('Nothing waits for you.')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'About my reports' }))
  expect(screen.getByText('No learning point about your reports.')).toBeTruthy()
})

test('an unfinished reading is restored when reopened, and removed once sent', async () => {
  const form = await openForm()
  fireEvent.click(within(form).getByRole('radio', { name: 'I would report differently' }))
  const point = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Learning point/ })
  fireEvent.change(point(), { target: { value: 'A nodule of 8 mm.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Back to the list' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Read CT Thorax' }))
  await waitFor(() => expect(point().value).toBe('A nodule of 8 mm.'))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /differently/ }).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Agree' }))
  send(screen.getByRole('form'))
  await waitFor(() => expect(world.called).toHaveLength(1))
  expect(world.texts.size).toBe(0)
})

test('a reading can be restarted', async () => {
  const form = await openForm()
  expect(within(form).queryByRole('button', { name: 'Start again' })).toBeNull()
  fireEvent.click(within(form).getByRole('radio', { name: 'Agree' }))
  fireEvent.click(within(form).getByRole('button', { name: 'Start again' }))
  expect(within(form).getByRole<HTMLInputElement>('radio', { name: 'Agree' }).checked).toBe(false)
  expect(world.texts.size).toBe(0)
})

test('an unfinished answer is restored when reopened, until it is discarded', async () => {
  show('/peer-learning?tab=mine')
  fireEvent.click(await screen.findByRole('button', { name: 'Answer' }))
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Answer/ })
  fireEvent.change(box(), { target: { value: 'I see' } })
  fireEvent.click(screen.getByRole('tab', { name: 'Done' }))
  fireEvent.click(screen.getByRole('tab', { name: /^About my reports/ }))
  await waitFor(() => expect(box().value).toBe('I see'))
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('textbox', { name: /^Answer/ })).toBeNull()
  expect(world.texts.size).toBe(0)
})

test('typed text about readings that no longer wait is deleted', async () => {
  show()
  await waitFor(() => expect(world.dropped).toHaveLength(2))
  expect(Object.fromEntries(world.dropped)).toEqual({ reading: [READING.id], answer: [POINT.id] })
})

test('a text that could not be stored is reported, and handed over when the page closes', async () => {
  world.isFull = true
  const form = await openForm()
  fireEvent.click(within(form).getByRole('radio', { name: 'Agree' }))
  expect(await within(form).findByText(/cannot be stored on this device: This device is full\./)).toBeTruthy()
  fireEvent(window, new Event('pagehide'))
  expect(world.handed).toEqual([expect.stringContaining('Agree')])
})

test('an unreadable stored reading stays closed, and opens once it is readable', async () => {
  const kept = JSON.stringify({
    outcome: 'Differ',
    category: '',
    point: 'A nodule.',
    isSignificant: false,
    tagName: '',
  })
  world.texts.set(`reading ${READING.id}`, kept)
  world.unreadable = new Error('The disk did not answer.')
  show(`/peer-learning?reading=${READING.id}`)
  expect(await screen.findByText('The disk did not answer.')).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  world.unreadable = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const point = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Learning point/ })
  expect(point.value).toBe('A nodule.')
  expect(world.texts.get(`reading ${READING.id}`)).toBe(kept)
})

test('an unreadable stored answer offers no field that would overwrite it', async () => {
  world.texts.set(`answer ${POINT.id}`, 'I see')
  world.unreadable = new Error('The disk did not answer.')
  show('/peer-learning?tab=mine')
  expect(await screen.findByText('The disk did not answer.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull()
  world.unreadable = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Answer/ })
  expect(box.value).toBe('I see')
})
