import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PeerPointRow, PeerReading, PeerReadingRow } from '#contract/calls/peer-learning.ts'
import PeerLearning from '#src/features/peer-learning/PeerLearning.tsx'
import { layOut } from '#tests/helpers/lay-out.ts'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'
import { sessionFields } from '#tests/helpers/session-fields.ts'

const world = vi.hoisted(() => ({
  online: true,
  answers: {} as Record<string, unknown>,
  called: [] as [string, object][],
  refusal: undefined as Error | undefined,
  refreshed: [] as string[],
  session: undefined as unknown,
  tags: [] as unknown[],
}))

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => world.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: world.online }) }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({ useTagDirectory: () => ({ tags: world.tags }) }))
vi.mock('#src/sync/files/find-file.ts', () => ({ imageUrlOf: async () => undefined }))
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
  return screen.getByRole('form', { name: 'Your second reading' })
}
const send = (form: HTMLElement) =>
  fireEvent.click(within(form).getByRole('button', { name: 'Send my reading' }))

test('what waits is listed and opened, with its images and the text', () => {
  show()
  expect(screen.getByRole('tab', { name: 'Waiting for me (1)' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Read CT Thorax' }))
  expect(screen.getByText('No nodule, [name].')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'View Image' })).toBeTruthy()
})

test('plain agreement is sent by two presses', async () => {
  const form = openForm()
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

test('another reading asks for its category, its words and the tag of the critical result', async () => {
  const form = openForm()
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

test('a refusal stands at the button, and what was typed stays', async () => {
  const form = openForm()
  world.refusal = new Error('You have read this already.')
  fireEvent.click(within(form).getByRole('radio', { name: 'Agree' }))
  send(form)
  expect(await within(form).findByText(/You have read this already\./)).toBeTruthy()
  expect(within(form).getByRole<HTMLInputElement>('radio', { name: 'Agree' }).checked).toBe(true)
})

test('a client without critical results cannot open one, and the form says why', () => {
  world.session = sessionFields({ main_modules: ['teleradiology'] })
  const form = openForm()
  fireEvent.click(within(form).getByRole('radio', { name: 'I would report differently' }))
  const box = within(form).getByRole<HTMLInputElement>('checkbox', { name: /^Clinically significant/ })
  expect(box.disabled).toBe(true)
  expect(within(form).getByText('Critical results are switched off for your client.')).toBeTruthy()
})

test('of a study that was deleted the text is read, without images and critical result', () => {
  world.answers['peer/reading'] = { ...OPENED, is_there: 0, viewer_url: '' }
  const form = openForm()
  expect(screen.getByText(/was deleted since/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'View Image' })).toBeNull()
  fireEvent.click(within(form).getByRole('radio', { name: 'I would report differently' }))
  expect(within(form).queryByRole('checkbox')).toBeNull()
})

test('what is done stands with its answers', () => {
  show('/peer-learning?tab=done')
  for (const words of ['MRI Knee', 'Agree, with a learning point', 'Good catch', 'Well seen.'])
    expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText(/Thank you\./)).toBeTruthy()
})

test('a learning point about an own report is read and answered', async () => {
  show('/peer-learning?tab=mine')
  expect(screen.getByRole('tab', { name: 'About my reports (1 unread)' })).toBeTruthy()
  expect(screen.getByText('A stone in the left ureter.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'I have read this' }))
  await waitFor(() => expect(world.called).toEqual([['peer/markSeen', { id: POINT.id }]]))
  fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText('This is required')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: /^Answer/ }), { target: { value: 'I see it now.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  await waitFor(() =>
    expect(world.called.at(-1)).toEqual(['peer/answer', { id: POINT.id, answer: 'I see it now.' }]),
  )
})

test('without the network it says so and asks nothing', () => {
  world.online = false
  show()
  expect(screen.getByText('Peer learning needs the network.')).toBeTruthy()
  expect(screen.queryByText('CT Thorax')).toBeNull()
})

test('empty lists say how something comes into them', () => {
  world.answers = { 'peer/readings': { waiting: [], done: [] }, 'peer/points': [] }
  show()
  expect(screen.getByText('Nothing waits for you.')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'About my reports' }))
  expect(screen.getByText('No learning point about your reports.')).toBeTruthy()
})
