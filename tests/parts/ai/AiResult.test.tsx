import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AiReport } from '#contract/calls/ai.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { AiResult } from '#src/parts/ai/AiResult.tsx'
import { assignCriticalTag } from '#src/sync/study-parts/tags.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const world = vi.hoisted(() => ({ online: true, canWrite: 1, delivery: 'none' }))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: world.online, since: new Date() }),
}))
vi.mock('#src/sync/reports/use-report.ts', () => ({
  useReportDetail: () => ({
    detail: { study: world, can_write_report: world.canWrite },
  }),
}))
vi.mock('#src/sync/reports/use-report-delivery.ts', () => ({
  useReportDelivery: () => ({ state: world.delivery }),
}))
vi.mock('#src/sync/session/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () =>
    sessionFields({
      modules: ['assign_critical_tag_to_study'],
      main_modules: ['assign_critical_tag_to_study'],
    }),
}))
vi.mock('#src/sync/directory/use-directory.ts', async (original) => ({
  ...(await original<object>()),
  useTagDirectory: () => ({
    tags: [{ id: 'bleed', rev: 1, name: 'Bleed', type: 'Critical', color: '#c92a2a' }],
    isLoading: false,
  }),
}))
vi.mock('#src/sync/study-parts/tags.ts', () => ({ assignCriticalTag: vi.fn(async () => undefined) }))
vi.mock('#src/parts/critical/CriticalDialog.tsx', () => ({ CriticalDialog: () => 'Who was told' }))

beforeEach(() => Object.assign(world, { online: true, canWrite: 1, delivery: 'none', status: 'Pending' }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '01970000-0000-7000-8000-000000000009'
const study = (part: Partial<StudyRow> = {}) =>
  studyRowOf({ id: '01970000-0000-7000-8000-000000000001', ...part })
const report = (part: Partial<AiReport> = {}): AiReport => ({
  id: ID,
  study_id: study().id,
  status: 'Ready',
  company: 'Lumina Reads',
  format: 'Html',
  modality: 'CR',
  bodypart: 'Chest',
  report_html: '<p>No opacity.</p>',
  fileurl: '',
  critical: 0,
  viewer_url: '',
  last_error: '',
  sent_by: 'Dr Mehta',
  sent_on: '2026-11-20T10:00:00Z',
  received_on: '2026-11-20T10:04:00Z',
  settled_by: '',
  settled_on: null,
  ...part,
})
function show(...reports: AiReport[]) {
  return showFor(study(), ...reports)
}
function showFor(of: StudyRow, ...reports: AiReport[]) {
  const settled = (message: string) => () => ({ body: { message, result: { study: study() } } })
  const server = scriptServer({
    [`study/aiReports/${study().id}`]: () => ({ body: { result: reports } }),
    transferAIReport: settled('Transferred'),
    appendAIReport: settled('Appended'),
    rejectAIReport: settled('Rejected'),
  })
  renderInApp(<AiResult study={of} reportNo={2} />)
  return server
}
const reasonOf = async (name: string) =>
  (await screen.findByRole('button', { name })).getAttribute('aria-description')

test.each([
  ['Transfer', 'Are you sure to accept the AI report and transfer it?', { id: ID, report_no: 2 }],
  ['Append', 'Are you sure to accept the AI report and append it?', { id: ID, report_no: 2 }],
  ['Reject', 'Are you sure to reject the AI report?', { id: ID }],
])('%s asks first, then sends it to the server', async (name, question, input) => {
  const { asked } = show(report())
  expect(await screen.findByText('No opacity.')).toBeDefined()
  expect(screen.getByText('Written by software, not by a doctor')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(question)
  expect(asked).toHaveLength(1)
  await userEvent.click(within(dialog).getByRole('button', { name }))
  await waitFor(() => expect(asked.at(1)).toMatchObject({ input }))
})

test('a result that the company calls critical offers the tag, and the tag opens the record of the communication', async () => {
  show(report({ critical: 1 }))
  expect(await screen.findByText(/The study has no critical tag/)).toBeDefined()
  await userEvent.click(screen.getByText('Set the critical tag'))
  await userEvent.click(await screen.findByRole('button', { name: /Bleed/ }))
  expect(assignCriticalTag).toHaveBeenCalledWith(study().id, 'Bleed')
  expect(await screen.findByText('Who was told')).toBeDefined()
})

test.each([
  ['a result that is not critical', {}, {}],
  ['a rejected result', {}, { critical: 1, status: 'Rejected' }],
  ['a study that has a critical tag', { tag_critical: 'Bleed' }, { critical: 1 }],
] as const)('%s offers no tag', async (_says, of, part) => {
  showFor(study(of), report(part))
  expect(await screen.findByText('No opacity.')).toBeDefined()
  expect(screen.queryByText(/The study has no critical tag/)).toBeNull()
})

test('a decision is shown with its person and time, and nothing is left to decide', async () => {
  show(report({ status: 'Appended', settled_by: 'Dr Mehta', settled_on: '2026-11-20T10:09:00Z' }))
  expect(await screen.findByText(/^Appended by Dr Mehta, 20 Nov 2026/)).toBeDefined()
  expect(screen.getByText('No opacity.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Append' })).toBeNull()
})

test('a decision cancelled at the question is not sent', async () => {
  const { asked } = show(report())
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(asked).toHaveLength(1)
})

test('markup of a company is rendered by the rules of reports, never as its own', async () => {
  show(report({ report_html: '<p onclick="x()">Raw.</p>' }))
  expect(await screen.findByText('<p onclick="x()">Raw.</p>')).toBeDefined()
})

test('a text that is not on the server yet is saved before the result is taken over', async () => {
  world.delivery = 'device'
  show(report())
  expect(await reasonOf('Transfer')).toBe('Your own text is not on the server yet. Save it first')
  expect(await reasonOf('Append')).toBe('Your own text is not on the server yet. Save it first')
  expect(await reasonOf('Reject')).toBeNull()
})

test('a text that is on the server needs no save', async () => {
  world.delivery = 'server'
  show(report())
  expect(await reasonOf('Append')).toBeNull()
})

test('a person who does not write the study decides nothing, and a signed report takes nothing over', async () => {
  world.canWrite = 0
  show(report())
  expect(await reasonOf('Reject')).toBe('Only a doctor who writes this study may accept it')
  cleanup()
  Object.assign(world, { canWrite: 1, status: 'Signed' })
  show(report())
  expect(await reasonOf('Append')).toBe('The report is already signed')
  expect(await reasonOf('Reject')).toBeNull()
})

test('the company’s viewer is beside the result in a sandbox; one without HTTPS opens in a tab', async () => {
  show(report({ viewer_url: 'https://ai.example/1.2' }))
  const frame = await screen.findByTitle('Viewer of the AI company')
  expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
  cleanup()
  show(report({ viewer_url: 'http://ai.example/1.2' }))
  const link = await screen.findByRole('link', { name: 'Open in a new tab' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'http://ai.example/1.2',
    'noreferrer',
  ])
  expect(screen.queryByTitle('Viewer of the AI company')).toBeNull()
})

test('a failure is shown with its reason, and a waiting result with its cause', async () => {
  show(report({ status: 'Failed', received_on: null, last_error: 'The image server cannot be reached.' }))
  expect(await screen.findByText('The image server cannot be reached.')).toBeDefined()
  cleanup()
  show(report({ status: 'In_Process', received_on: null }))
  expect(await screen.findByText('In process')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Transfer' })).toBeNull()
})

test('offline the result is not available, and a message says so', async () => {
  world.online = false
  const { asked } = show(report())
  expect(await screen.findByText('AI results need the network')).toBeDefined()
  expect(asked).toEqual([])
})
