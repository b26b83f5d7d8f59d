import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link, Navigate, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReportDetail } from '#contract/calls/reports.ts'
import type { Writer } from '#contract/calls/writers.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { markedAiText } from '#server/features/ai/ai-text.ts'
import ReportScreen from '#src/features/report/ReportScreen.tsx'
import type { Draft } from '#src/sync/reports/drafts.ts'
import type { Conflict } from '#src/sync/reports/use-conflict.ts'
import type { ReportDelivery } from '#src/sync/reports/use-report-delivery.ts'
import { isAnyEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { detail, report, STUDY_ID, study, template } from './fixtures.ts'

/** The data of the device and the server; each test sets its own. */
const world = vi.hoisted(() => ({
  session: undefined as unknown,
  detail: undefined as unknown,
  error: undefined as Error | undefined,
  online: true,
  from: 'server',
  delivery: { state: 'none' } as unknown,
  conflict: undefined as unknown,
  draft: undefined as unknown,
  unreadable: undefined as Error | undefined,
  templates: [] as unknown[],
  history: [] as unknown[],
  parts: [] as unknown[],
  priors: [] as unknown[],
  writers: [] as Writer[],
  shortcuts: [] as unknown[],
  dropped: 0,
  kept: [] as unknown[],
  left: [] as unknown[],
  saved: [] as [string, unknown][],
  rules: [] as readonly string[],
  assigned: 0,
  verified: 0,
  settled: [] as unknown[],
  retried: [] as string[],
  listeners: new Set<() => void>(),
  next: undefined as string | undefined | Promise<string>,
  isFetched: true,
  skipped: [] as [string, string][],
}))

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => world.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: world.online, since: new Date() }),
  isOnlineNow: () => world.online,
}))
vi.mock('#src/sync/reports/use-report.ts', async () => {
  const { useSyncExternalStore } = await import('react')
  const subscribe = (listener: () => void) => {
    world.listeners.add(listener)
    return () => void world.listeners.delete(listener)
  }
  return {
    useReportDetail: () => ({
      detail: useSyncExternalStore(subscribe, () => world.detail),
      drafts: [],
      isLoading: false,
      error: world.error,
      from: world.from,
    }),
  }
})
vi.mock('#src/sync/reports/use-report-delivery.ts', () => ({ useReportDelivery: () => world.delivery }))
vi.mock('#src/sync/reports/use-conflict.ts', () => ({ useConflict: () => world.conflict }))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useTemplateDirectory: () => ({ templates: world.templates, isLoading: false }),
  useShortcuts: () => world.shortcuts,
  useBranches: () => [],
}))
vi.mock('#src/sync/api/use-call.ts', () => ({
  useCall: () => ({ answer: { result: world.history }, isLoading: false }),
}))
vi.mock('#src/sync/study-parts/use-study-parts.ts', () => ({ useStudyParts: () => ({ rows: world.parts }) }))
vi.mock('#src/sync/priors/use-priors.ts', () => ({
  usePriors: () => ({ told: { priors: world.priors, older: 0 }, isLoading: false }),
}))
vi.mock('#src/sync/reports/use-other-writers.ts', () => ({
  useOtherWriters: () => world.writers,
  findOtherWriters: async () => world.writers,
}))
vi.mock('#src/sync/studies/writers.ts', () => ({ usePolledWriters: () => undefined }))
vi.mock('#src/sync/studies/find-next-study.ts', () => ({
  findNextStudy: async () => world.next,
  areStudiesFetched: async () => world.isFetched,
}))
vi.mock('#src/sync/studies/skipped-studies.ts', () => ({
  skipStudy: async (...[study, reason]: [string, string]) => void world.skipped.push([study, reason]),
  findSkipped: async () => world.skipped.map(([study_id, reason]) => ({ study_id, reason })),
}))
vi.mock('#src/sync/reports/use-reports-here.ts', () => ({ useReportsHere: () => [] }))
vi.mock('#src/parts/comments/Comments.tsx', async () => {
  const { CommentList } = await import('#src/parts/comments/CommentList.tsx')
  const recordComments = {
    record: 'one',
    types: ['Normal'] as const,
    of: () => [],
    isLoading: false,
    error: undefined,
    mayAdd: () => true,
    add: async () => undefined,
    zone: 'UTC',
  }
  return { Comments: () => <CommentList recordComments={recordComments} type="Normal" /> }
})
vi.mock('#src/parts/documents/Documents.tsx', () => ({ Documents: () => null }))
vi.mock('#src/parts/tags/CriticalTagPopover.tsx', () => ({
  CriticalTagPopover: ({ asked }: { asked?: object }) => (asked ? 'The tags stand open' : null),
}))
vi.mock('#src/parts/ai/AiResult.tsx', () => ({ AiResult: () => 'What the AI found' }))
vi.mock('#src/parts/addendum/AddendumDialog.tsx', () => ({ AddendumDialog: () => null }))
vi.mock('#src/sync/reports/find-paper.ts', () => ({ keepPaperAhead: async () => undefined }))
vi.mock('#src/sync/files/refused-files.ts', () => ({
  useRefusedFiles: () => [],
  retryFiles: async () => undefined,
}))
vi.mock('#src/parts/report-preview/ReportPreview.tsx', () => ({ ReportPreview: () => null }))
vi.mock('#src/sync/outbox/refused/parked.ts', () => ({
  retryParked: async (id: string) => void world.retried.push(id),
  giveUp: async () => undefined,
}))
vi.mock('#src/sync/reports/drafts.ts', () => ({
  findDraft: async () => {
    if (world.unreadable) throw world.unreadable
    return world.draft
  },
  keepDraft: async (draft: unknown) => void world.kept.push(draft),
  dropDraft: async () => void (world.dropped += 1),
}))
vi.mock('#src/sync/reports/unload-drafts.ts', () => ({
  handOverDraft: (draft: unknown) => void world.left.push(draft),
}))
vi.mock('#src/sync/reports/save-report.ts', () => ({
  saveReport: async (draft: unknown, status: string, rules: readonly string[] = []) => {
    world.saved.push([status, draft])
    world.rules = rules
  },
  touchToSign: async () => undefined,
  verifyReport: async () => void (world.verified += 1),
  assignToSelf: async () => void (world.assigned += 1),
  settleConflict: async (_: string, draft: unknown) => void world.settled.push(draft),
}))

/** A text that passes the check before signing. */
const CONCLUDED = '<p>Lungs clear.</p><p>Impression: normal.</p>'

beforeEach(() => {
  Object.assign(world, {
    session: sessionFields(),
    detail: detail(),
    error: undefined,
    online: true,
    isFetched: true,
    from: 'server',
    delivery: { state: 'none' } satisfies ReportDelivery,
    conflict: undefined,
    draft: undefined,
    unreadable: undefined,
    templates: [],
    history: [],
    parts: [],
    priors: [],
    writers: [],
    shortcuts: [],
    dropped: 0,
    kept: [],
    left: [],
    saved: [],
    assigned: 0,
    verified: 0,
    settled: [],
    retried: [],
    next: undefined,
    skipped: [],
  })
})
// The columns are beside the text at a desktop width.
beforeEach(() => {
  // The field of a comment waits for fonts, which the test page does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  happyDOM.setViewport({ width: 1440 })
})
afterEach(cleanup)

async function open(change: Partial<ReportDetail> = {}) {
  world.detail = detail(change)
  const view = renderInApp(
    <Routes>
      <Route path="/report/:studyId" element={<ReportScreen />} />
    </Routes>,
    `/report/${STUDY_ID}`,
  )
  const box = await screen.findByRole('textbox', { name: 'Description' })
  // The editors of the other parts follow the first.
  await waitFor(() => expect(document.querySelectorAll('[data-part] .ProseMirror')).toHaveLength(3))
  return { view, box }
}

/** Changes the study while it is open. */
const arrives = (change: Partial<ReportDetail>) =>
  act(() => {
    world.detail = detail(change)
    for (const listener of world.listeners) listener()
  })

const paste = (box: HTMLElement, html: string) =>
  fireEvent.paste(box, {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? html : ''), files: [] },
  })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const key = (init: KeyboardEventInit) => fireEvent.keyDown(window, init)

test('the patient is named with id, sex, age, study, accession number and status', async () => {
  await open()
  const header = screen.getByLabelText('Patient and study')
  for (const fact of [
    'MEERA RAO',
    'P-1007',
    'Female',
    '42Y',
    '02 Mar 1984',
    'CT · CT Thorax',
    'A-99',
    'Pending',
  ])
    expect(within(header).getByText(fact)).toBeTruthy()
})

test('only a doctor can open Write Report', () => {
  world.session = sessionFields({ is_doctor: 0 })
  renderInApp(
    <Routes>
      <Route path="/report/:studyId" element={<ReportScreen />} />
    </Routes>,
    `/report/${STUDY_ID}`,
  )
  expect(screen.getByText('Only a doctor can open Write Report.')).toBeTruthy()
})

test('typed text is stored on the device after a pause, and an update waits until then', async () => {
  const { box } = await open()
  paste(box, '<p>Lungs clear.</p>')
  expect(isAnyEditorDirty()).toBe(true)
  expect(screen.getByText('Writing …')).toBeTruthy()
  await waitFor(() => expect(world.kept).toHaveLength(1))
  expect(world.kept[0]).toMatchObject({
    report_data: '<p>Lungs clear.</p>',
    study_id: STUDY_ID,
    base_rev: undefined,
  })
  await waitFor(() => expect(isAnyEditorDirty()).toBe(false))
  expect(world.saved).toEqual([])
})

test('an unreadable stored text keeps the report closed, and opens it once readable', async () => {
  world.unreadable = new Error('The disk did not answer.')
  world.detail = detail({ reports: [report({ report_data: '<p>Of the server.</p>' })] })
  world.draft = {
    report_id: reportIdOf(STUDY_ID, 1),
    study_id: STUDY_ID,
    report_no: 1,
    report_name: 'CT',
    report_data: '<p>Typed here.</p>',
    conclusion: '',
    recommendation: '',
    base_rev: 1,
    updated: Date.now(),
  } satisfies Draft
  renderInApp(
    <Routes>
      <Route path="/report/:studyId" element={<ReportScreen />} />
    </Routes>,
    `/report/${STUDY_ID}`,
  )
  expect(await screen.findByText('The disk did not answer.')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull()
  world.unreadable = undefined
  press('Try again')
  expect((await screen.findByRole('textbox', { name: 'Description' })).textContent).toBe('Typed here.')
})

test('leaving the screen saves the text typed since the last pause', async () => {
  const { box, view } = await open()
  paste(box, '<p>Lungs clear.</p>')
  view.unmount()
  await waitFor(() => expect(world.saved).toHaveLength(1))
  expect(world.saved[0]).toMatchObject(['Auto', { report_data: '<p>Lungs clear.</p>' }])
})

test('a hidden page saves at once', async () => {
  const { box } = await open()
  paste(box, '<p>Lungs clear.</p>')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(world.saved.map(([status]) => status)).toEqual(['Auto']))
  visibility.mockRestore()
})

const leavePage = (kind: 'beforeunload' | 'pagehide') => {
  const event = new Event(kind, { cancelable: true })
  act(() => void window.dispatchEvent(event))
  return event
}

test('a page that closes in the middle of a word asks first, and hands the word to the next page', async () => {
  const { box } = await open()
  paste(box, '<p>Lungs clear.</p>')
  expect(leavePage('beforeunload').defaultPrevented).toBe(true)
  leavePage('pagehide')
  expect(world.left).toMatchObject([{ report_data: '<p>Lungs clear.</p>', study_id: STUDY_ID }])
})

test('a page that closes with everything stored neither asks nor leaves anything behind', async () => {
  const { box } = await open()
  paste(box, '<p>Lungs clear.</p>')
  await waitFor(() => expect(isAnyEditorDirty()).toBe(false))
  expect(leavePage('beforeunload').defaultPrevented).toBe(false)
  leavePage('pagehide')
  expect(world.left).toEqual([])
})

test('Ctrl+S saves a draft with the last words, Ctrl+Enter signs, Alt+2 goes to the Conclusion', async () => {
  const { box } = await open()
  paste(box, '<p>Lungs clear.</p>')
  key({ code: 'KeyS', key: 's', ctrlKey: true })
  await waitFor(() => expect(world.saved.map(([status]) => status)).toEqual(['Draft']))
  expect(world.saved[0]?.[1]).toMatchObject({ report_data: '<p>Lungs clear.</p>' })
  key({ code: 'Digit2', key: '2', altKey: true })
  const conclusion = await screen.findByRole('textbox', { name: 'Conclusion' })
  await waitFor(() => expect(document.activeElement).toBe(conclusion))
  paste(conclusion, '<p>Normal.</p>')
  key({ code: 'Enter', key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(world.saved.map(([status]) => status)).toEqual(['Draft', 'Signed']))
})

test('an empty report cannot be signed, and the button says why', async () => {
  await open()
  const sign = screen.getByRole('button', { name: 'Sign' })
  expect(sign.getAttribute('aria-disabled')).toBe('true')
  expect(sign.getAttribute('aria-description')).toBe('There is no text to sign.')
  fireEvent.click(sign)
  expect(world.saved).toEqual([])
})

test('a letter without a font blocks the signature, online and offline, and is named with its field', async () => {
  world.online = false
  const { box } = await open({ study: study({ pat_name: 'สมชาย 𓀀' }) })
  paste(box, '<p>Liver 𒀀.</p>')
  press('Sign')
  const alert = await screen.findByText(/^No font has.* in the patient’s name/)
  expect(alert.textContent).toContain('“𓀀” (U+13000) in the patient’s name')
  expect(alert.textContent).toContain('“𒀀” (U+12000) in Description')
  expect(world.saved).toEqual([])
})

test('a letter without a font blocks the verification of a text signed by an older version', async () => {
  const signed = { status: 'Signed', signed_on: '2026-11-20T10:00:00Z', signed_hash: 'ab' } as const
  const reports = [report({ ...signed, report_data: '<p>Liver 𒀀.</p>' })]
  await open({ study: study({ status: 'Signed' }), reports })
  press('Verify')
  const alert = await screen.findByText(/^No font has/)
  expect(alert.textContent).toContain('“𒀀” (U+12000) in Description')
  expect(world.verified).toBe(0)
})

test('a report in Thai and Tamil is signed: there are fonts for it', async () => {
  const { box } = await open({ study: study({ pat_name: 'สมชาย ใจดี' }) })
  paste(box, CONCLUDED.replace('Lungs', 'நுரையீரல்'))
  press('Sign')
  await waitFor(() => expect(world.saved.map(([status]) => status)).toEqual(['Signed']))
})

const aiCritical = { ai_report: { id: 'ai1', status: 'Appended', critical: 1 } } as const

test('a critical AI result marks the study and raises a question at signing until it is tagged', async () => {
  const { box } = await open()
  arrives({ study: study(aiCritical) })
  expect(within(screen.getByLabelText('Patient and study')).getByText('AI: critical, no tag')).toBeTruthy()
  paste(box, CONCLUDED)
  press('Sign')
  const question = await screen.findByRole('dialog', { name: 'Check before signing' })
  expect(question.textContent).toContain('The AI company called its result critical')
  fireEvent.click(within(question).getByRole('button', { name: 'Go back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(world.saved).toEqual([])
  arrives({ study: study({ ...aiCritical, tag_critical: 'Bleed', tag_critical_id: 't1' }) })
  expect(screen.queryByText('AI: critical, no tag')).toBeNull()
  press('Sign')
  await waitFor(() => expect(world.saved.map(([status]) => status)).toEqual(['Signed']))
})

const withAiText = (part: Parameters<typeof study>[0] = {}) =>
  open({
    study: study({ status: 'Draft', ...part }),
    reports: [
      report({
        report_data:
          CONCLUDED +
          markedAiText({
            company: 'Lumina',
            receivedOn: new Date('2026-11-20T08:00:00Z'),
            html: '<p>No nodule. No effusion.</p>',
            zone: 'UTC',
          }),
      }),
    ],
  })

test('signing waits until every sentence of an AI result is decided, counts the open ones and leads to them', async () => {
  await withAiText()
  for (const name of ['Sign', 'Sign & Next']) {
    press(name)
    expect(
      await screen.findByText(/^2 sentences of the AI result are undecided\. Accept, edit or drop each/),
    ).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('No nodule.'))
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' })
  expect(await screen.findByText(/^One sentence of the AI result is undecided\./)).toBeTruthy()
  press('Drop: No effusion.')
  expect(screen.queryByText(/of the AI result (is|are) undecided/)).toBeNull()
  expect(world.saved).toEqual([])
  press('Sign')
  await waitFor(() => expect(world.saved.map(([status]) => status)).toEqual(['Signed']))
  expect(world.saved[0]?.[1]).toMatchObject({ report_data: `${CONCLUDED}<p>No nodule.</p><p></p>` })
  expect(world.rules).toEqual([])
})

test('Alt+7 goes to the sentences of an AI result, and says if there are none', async () => {
  await withAiText()
  key({ code: 'Digit7', key: '7', altKey: true })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('No nodule.'))
  cleanup()
  await open()
  key({ code: 'Digit7', key: '7', altKey: true })
  expect(await screen.findByText('No sentence of an AI result is undecided in this report.')).toBeTruthy()
})

test('Alt+7 does not go to sentences hidden behind the AI result, and says so', async () => {
  await withAiText({ ai_report: { id: 'ai1', status: 'Ready', critical: 0 } })
  fireEvent.click(screen.getByRole('radio', { name: 'AI' }))
  key({ code: 'Digit7', key: '7', altKey: true })
  expect(await screen.findByText('Switch to your own text first.')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Own' }))
  key({ code: 'Digit7', key: '7', altKey: true })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('No nodule.'))
})

test('an offline signature asks first, because it is not filed yet', async () => {
  world.online = false
  const { box } = await open()
  paste(box, CONCLUDED)
  press('Sign')
  expect(await screen.findByText(/"Provisional, not yet filed"/)).toBeTruthy()
  expect(world.saved).toEqual([])
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign' }))
  await waitFor(() => expect(world.saved.map(([status]) => status)).toEqual(['Signed']))
})

test('a signature during which the line is cut asks too: it cannot be filed any more', async () => {
  const { box } = await open()
  paste(box, CONCLUDED)
  world.writers = [OMAR]
  press('Sign')
  const question = await screen.findByRole('dialog', { name: 'Another doctor has this study open' })
  world.online = false
  fireEvent.click(within(question).getByRole('button', { name: 'Sign anyway' }))
  expect(await screen.findByText(/"Provisional, not yet filed"/)).toBeTruthy()
  expect(world.saved).toEqual([])
})

test('clearing asks in the words of the spec, keeps the text in the history, and requests Pending without text', async () => {
  const reports = [report({ report_data: '<p>Old.</p>' })]
  await open({ study: study({ status: 'Draft' }), reports })
  press('More actions')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Set as Pending' }))
  expect(await screen.findByText('Are you sure to clear report and set as Pending?')).toBeTruthy()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Set as Pending' }))
  await waitFor(() =>
    expect(world.saved).toMatchObject([
      ['Draft', { report_data: '<p>Old.</p>' }],
      ['Pending', { report_data: '' }],
    ]),
  )
})

test('a study without a doctor asks once to assign it to oneself', async () => {
  await open({ study: study({ assigned_doctor: '', assigned_doctor_id: null }) })
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/No doctor is assigned/)).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Assign to me' }))
  await waitFor(() => expect(world.assigned).toBe(1))
})

test('the second click of a double click that opened the report does not answer its question', async () => {
  await open({ study: study({ assigned_doctor: '', assigned_doctor_id: null }) })
  const dialog = await screen.findByRole('dialog')
  for (const part of ['overlay', 'inner'])
    fireEvent.click(document.querySelector(`.mantine-Modal-${part}`) as HTMLElement)
  await new Promise((done) => setTimeout(done, 50))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Assign to me' }))
  await waitFor(() => expect(world.assigned).toBe(1))
})

test('a signed report is read-only and offers Verify, with its question, to a person who may verify', async () => {
  const signed = { status: 'Signed', signed_on: '2026-11-20T10:00:00Z', signed_hash: 'ab' } as const
  const { box } = await open({ study: study({ status: 'Signed' }), reports: [report(signed)] })
  expect(box.getAttribute('contenteditable')).toBe('false')
  expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull()
  press('Verify')
  expect(await screen.findByText('Are you sure to verify this report?')).toBeTruthy()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Verify' }))
  await waitFor(() => expect(world.verified).toBe(1))
})

test('a restored text of this device is reported, with its time', async () => {
  const stored = report()
  const draft: Draft = { ...stored, report_data: '<p>Mine.</p>', base_rev: 1, updated: Date.now() }
  world.draft = draft
  const { box } = await open({ study: study({ status: 'Draft' }), reports: [stored] })
  expect(box.textContent).toBe('Mine.')
  expect(screen.getByText(/This is your text of .* from this device/)).toBeTruthy()
})

test('two texts are shown side by side, and the chosen one is saved on the other’s revision', async () => {
  const stored = report({ rev: 4, report_data: '<p>Theirs.</p>', updated_by_name: 'Dr Omar' })
  const mine: Draft = { ...stored, report_data: '<p>Mine.</p>', base_rev: 3, updated: 0 }
  world.draft = mine
  world.conflict = { mine, theirs: stored } satisfies Conflict
  world.detail = detail({ study: study({ status: 'Draft' }), reports: [stored] })
  renderInApp(
    <Routes>
      <Route path="/report/:studyId" element={<ReportScreen />} />
    </Routes>,
    `/report/${STUDY_ID}`,
  )
  const view = await screen.findByRole('region', { name: 'Two texts of this report' })
  expect(within(view).getByText('Mine.')).toBeTruthy()
  expect(within(view).getByText('Theirs.')).toBeTruthy()
  const use = within(view).getByRole('button', { name: 'Use this text' })
  expect(use).toHaveProperty('disabled', true)
  fireEvent.click(within(view).getByRole('radio', { name: 'Both' }))
  fireEvent.click(use)
  await waitFor(() => expect(world.settled).toHaveLength(1))
  expect(world.settled[0]).toMatchObject({ base_rev: 4, report_data: '<p>Mine.</p><p>Theirs.</p>' })
})

test('a text signed elsewhere in the meantime is shown beside the own text, which is not lost', async () => {
  const signed = report({ rev: 4, status: 'Signed', signed_hash: 'ab', report_data: '<p>Signed text.</p>' })
  world.draft = { ...signed, report_data: '<p>Mine.</p>', base_rev: 3, updated: 0 } satisfies Draft
  world.detail = detail({ study: study({ status: 'Signed' }), reports: [signed] })
  renderInApp(
    <Routes>
      <Route path="/report/:studyId" element={<ReportScreen />} />
    </Routes>,
    `/report/${STUDY_ID}`,
  )
  expect(await screen.findByText('Mine.')).toBeTruthy()
  expect(screen.getByText('Signed text.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Leave out my text' })).toBeTruthy()
})

test('a refused save shows the reason and can be sent again', async () => {
  world.delivery = {
    state: 'needs_you',
    item: {
      id: 'c1',
      key: 'saveReport',
      label: 'Save report 1',
      state: 'needs_you',
      at: new Date(),
      reason: 'No longer yours.',
      isConflict: false,
      studyId: STUDY_ID,
      attempts: 0,
      wasSent: true,
      flags: [],
    },
  } satisfies ReportDelivery
  await open()
  expect(screen.getByText('Needs you')).toBeTruthy()
  expect(screen.getByText(/No longer yours\./)).toBeTruthy()
  press('Send again')
  expect(world.retried).toEqual(['c1'])
})

test('a template is inserted into an empty report at once, and raises a question if there is text', async () => {
  world.templates = [template()]
  const { box } = await open()
  press('Chest CT plain')
  await waitFor(() => expect(box.textContent).toBe('Lungs clear.'))
  press('Chest CT plain')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Add below' }))
  await waitFor(() => expect(box.textContent).toBe('Lungs clear.Lungs clear.'))
})

test('several reports have a tab each with name and status; leaving one saves it', async () => {
  const reports = [
    report({ report_name: 'Thorax' }),
    report({ report_no: 2, report_name: 'Abdomen', status: 'ReadyForSign' }),
  ]
  const { box } = await open({ study: study({ no_of_reports: 2, status: 'Draft' }), reports })
  paste(box, '<p>More. </p>')
  fireEvent.click(screen.getByRole('tab', { name: /Abdomen.*Ready for Sign/ }))
  await waitFor(() => expect(world.saved).toHaveLength(1))
  expect(world.saved[0]).toMatchObject(['Auto', { report_id: reportIdOf(STUDY_ID, 1), report_no: 1 }])
  expect(await screen.findByDisplayValue('Abdomen')).toBeTruthy()
})

test('Sign & Close signs and opens the worklist if the report was opened by its address', async () => {
  const { box } = await open()
  paste(box, CONCLUDED)
  press('Sign & Close')
  await waitFor(() => expect(world.saved.map(([status]) => status)).toEqual(['Signed']))
  await waitFor(() => expect(screen.getByLabelText('path').textContent).toBe('/worklist1'))
})

const NEXT_ID = '01990000-0000-7000-8000-000000000002'
const path = () => screen.getByLabelText('path').textContent
/** Behaves as a browser without AltGr held: the test page treats every Alt as AltGr. */
function skipKey() {
  const event = new KeyboardEvent('keydown', { code: 'KeyN', key: 'n', ctrlKey: true, altKey: true })
  Object.defineProperty(event, 'getModifierState', { value: () => false })
  act(() => void window.dispatchEvent(event))
}

test('the text has the focus in an opened report, and not if it is read-only', async () => {
  const { box, view } = await open()
  await waitFor(() => expect(document.activeElement).toBe(box))
  view.unmount()
  const read = await open({ can_write_report: 0, can_sign: 0 })
  await screen.findByText(/You can read this report/)
  expect(document.activeElement).not.toBe(read.box)
})

test('Ctrl+Shift+Enter signs and opens the next study in place of this one', async () => {
  world.next = NEXT_ID
  const { box } = await open()
  paste(box, CONCLUDED)
  key({ key: 'Enter', code: 'Enter', ctrlKey: true, shiftKey: true })
  await waitFor(() => expect(world.saved.map(([status]) => status)).toEqual(['Signed']))
  await waitFor(() => expect(path()).toBe(`/report/${NEXT_ID}`))
  // Opened by its address: the list is the way back, however many studies were read.
  fireEvent.keyDown(await screen.findByRole('textbox', { name: 'Description' }), { key: 'Escape' })
  await waitFor(() => expect(path()).toBe('/worklist1'))
})

const signNext = () => key({ key: 'Enter', code: 'Enter', ctrlKey: true, shiftKey: true })
const prepared = (change: Parameters<typeof report>[0] = {}) =>
  report({ status: 'ReadyForSign', report_data: CONCLUDED, ...change })
const signedNow = () => world.saved.map(([status]) => status)
/** Waits until the next study is open, with its prepared text. */
async function nextOpens() {
  await waitFor(() => expect(path()).toBe(`/report/${NEXT_ID}`))
  await screen.findByRole('textbox', { name: 'Description' })
}
/** Opens a study with a prepared text and continues to another such study. */
async function openSecond() {
  world.next = NEXT_ID
  await open({ reports: [prepared()] })
  signNext()
  await waitFor(() => expect(signedNow()).toEqual(['Signed']))
  await nextOpens()
}
/** Waits until a press has taken effect: without an effect the screen shows nothing. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)))
const JUST_OPENED = /This report has just opened/

test('a second press that comes too late for the first report does not sign the unread next one', async () => {
  await openSecond()
  const opened = performance.now()
  /** Presses at a given moment; the clock is faked only then, because the page itself uses it. */
  const pressAfter = (ms: number) => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(opened + ms)
    signNext()
    clock.mockRestore()
  }
  pressAfter(0)
  expect(await screen.findByText(JUST_OPENED)).toBeTruthy()
  // Repeated presses are ignored too; a press after reading is not.
  pressAfter(1_400)
  pressAfter(2_800)
  await settled()
  expect(signedNow()).toEqual(['Signed'])
  pressAfter(4_400)
  await waitFor(() => expect(signedNow()).toEqual(['Signed', 'Signed']))
})

test('the button does not sign the next report by a second press either', async () => {
  world.next = NEXT_ID
  await open({ reports: [prepared()] })
  press('Sign & Next')
  await waitFor(() => expect(signedNow()).toEqual(['Signed']))
  await nextOpens()
  press('Sign & Next')
  expect(await screen.findByText(JUST_OPENED)).toBeTruthy()
  await settled()
  expect(signedNow()).toEqual(['Signed'])
})

test('a second press does not sign the next report of the same study', async () => {
  const reports = [prepared(), prepared({ report_no: 2, report_name: 'Abdomen' })]
  await open({ study: study({ no_of_reports: 2 }), reports })
  signNext()
  expect(await screen.findByDisplayValue('Abdomen')).toBeTruthy()
  signNext()
  expect(await screen.findByText(JUST_OPENED)).toBeTruthy()
  await settled()
  expect(world.saved).toMatchObject([['Signed', { report_no: 1 }]])
})

test('another key pressed in the next report allows signing it at once', async () => {
  await openSecond()
  key({ key: 'Control', code: 'ControlLeft', ctrlKey: true })
  key({ key: 'Enter', code: 'Enter' })
  signNext()
  await settled()
  expect(signedNow()).toEqual(['Signed'])
  key({ code: 'Digit2', key: '2', altKey: true })
  signNext()
  await waitFor(() => expect(signedNow()).toEqual(['Signed', 'Signed']))
})

test('leaving while the next study is being found stays in the list', async () => {
  const found = Promise.withResolvers<string>()
  world.next = found.promise
  const { box } = await open({ reports: [prepared()] })
  signNext()
  await waitFor(() => expect(signedNow()).toEqual(['Signed']))
  fireEvent.keyDown(box, { key: 'Escape' })
  await waitFor(() => expect(path()).toBe('/worklist1'))
  found.resolve(NEXT_ID)
  await settled()
  expect(path()).toBe('/worklist1')
})

test('two presses of Escape go one step back', async () => {
  world.detail = detail({})
  renderInApp(
    <Routes>
      <Route path="/" element={<Link to="/list">List</Link>} />
      <Route path="/list" element={<Link to={`/report/${STUDY_ID}`}>Report</Link>} />
      <Route path="/report/:studyId" element={<ReportScreen />} />
    </Routes>,
  )
  fireEvent.click(screen.getByText('List'))
  fireEvent.click(await screen.findByText('Report'))
  const box = await screen.findByRole('textbox', { name: 'Description' })
  // Both before the page could change.
  act(() => {
    for (const _ of [1, 2])
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
  await settled()
  expect(path()).toBe('/list')
})

test('a report that a sign-in opened in the tab’s first page leads back to the worklist, not to another site', async () => {
  world.detail = detail({})
  window.history.replaceState({ idx: 0 }, '')
  renderInApp(
    <Routes>
      <Route path="/" element={<Navigate to={`/report/${STUDY_ID}`} replace />} />
      <Route path="/report/:studyId" element={<ReportScreen />} />
    </Routes>,
  )
  fireEvent.keyDown(await screen.findByRole('textbox', { name: 'Description' }), { key: 'Escape' })
  await waitFor(() => expect(path()).toBe('/worklist1'))
  window.history.replaceState(null, '')
})

test('for a study that is not here, the way back leads to the list it was opened from', async () => {
  world.detail = undefined
  world.online = false
  renderInApp(
    <Routes>
      <Route path="/" element={<Link to="/follow-ups?state=Due">List</Link>} />
      <Route path="/follow-ups" element={<Link to={`/report/${STUDY_ID}`}>Report</Link>} />
      <Route path="/report/:studyId" element={<ReportScreen />} />
    </Routes>,
  )
  fireEvent.click(screen.getByText('List'))
  fireEvent.click(await screen.findByText('Report'))
  fireEvent.click(await screen.findByRole('button', { name: 'Back to the list' }))
  await waitFor(() => expect(path()).toBe('/follow-ups?state=Due'))
})

test('the arrow keys move between the tabs of several reports; the text does not take the focus from them', async () => {
  const reports = [report({ report_name: 'Thorax' }), report({ report_no: 2, report_name: 'Abdomen' })]
  await open({ study: study({ no_of_reports: 2, status: 'Draft' }), reports })
  const first = screen.getByRole('tab', { name: /Thorax/ })
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowRight', code: 'ArrowRight' })
  expect(await screen.findByDisplayValue('Abdomen')).toBeTruthy()
  await settled()
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: /Abdomen/ }))
})

test('Alt+T says why no template can be inserted into a signed report', async () => {
  await open({ reports: [report({ status: 'Signed', signed_hash: 'ab' })] })
  key({ code: 'KeyT', key: 't', altKey: true })
  expect(await screen.findByText('The report is already signed.')).toBeTruthy()
})

/** Leaves by Escape while nothing has the focus, and answers the question. */
async function leaveAndAnswer(answer: 'Stay here' | 'Leave') {
  fireEvent.keyDown(document.body, { key: 'Escape' })
  const question = await screen.findByRole('dialog', { name: 'Leave this report' })
  fireEvent.click(within(question).getByRole('button', { name: answer }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('Escape does not lose a comment that is not added yet', async () => {
  await open()
  const comment = await screen.findByRole('textbox', { name: /Write a comment/ })
  comment.focus()
  fireEvent.change(comment, { target: { value: 'Told the ward.' } })
  fireEvent.keyDown(comment, { key: 'Escape' })
  await settled()
  expect(path()).toBe(`/report/${STUDY_ID}`)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).not.toBe(comment)
  await leaveAndAnswer('Stay here')
  expect(path()).toBe(`/report/${STUDY_ID}`)
  expect(comment).toHaveProperty('value', 'Told the ward.')
  await leaveAndAnswer('Leave')
  await waitFor(() => expect(path()).toBe('/worklist1'))
})

test('the next study and the close button ask before they discard a comment', async () => {
  world.next = NEXT_ID
  await open({ reports: [prepared()] })
  const comment = await screen.findByRole('textbox', { name: /Write a comment/ })
  fireEvent.change(comment, { target: { value: 'Told the ward.' } })
  const header = within(screen.getByLabelText('Patient and study'))
  fireEvent.click(header.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  signNext()
  await waitFor(() => expect(signedNow()).toEqual(['Signed']))
  fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(path()).toBe(`/report/${STUDY_ID}`)
})

test('Escape does not lose choices between two texts', async () => {
  const theirs = report({ rev: 4, report_data: '<p>Theirs.</p>', updated_by_name: 'Dr Omar' })
  const mine: Draft = { ...theirs, report_data: '<p>Mine.</p>', base_rev: 3, updated: 0 }
  world.draft = mine
  world.conflict = { mine, theirs } satisfies Conflict
  world.detail = detail({ study: study({ status: 'Draft' }), reports: [theirs] })
  renderInApp(
    <Routes>
      <Route path="/report/:studyId" element={<ReportScreen />} />
    </Routes>,
    `/report/${STUDY_ID}`,
  )
  fireEvent.click(await screen.findByRole('radio', { name: 'Both' }))
  await leaveAndAnswer('Stay here')
  expect(screen.getByRole('radio', { name: 'Both' })).toHaveProperty('checked', true)
  await leaveAndAnswer('Leave')
  await waitFor(() => expect(path()).toBe('/worklist1'))
})

test.each([
  ['is not on this device', { online: false, error: undefined }],
  ['does not exist', { online: true, error: undefined }],
  ['could not be opened', { online: true, error: new Error('Busy.') }],
])('if a study %s Escape leads to the list, and Skip to the next one', async (_, state) => {
  Object.assign(world, state, { next: NEXT_ID })
  world.detail = undefined
  const route = (
    <Routes>
      <Route path="/report/:studyId" element={<ReportScreen />} />
    </Routes>
  )
  const view = renderInApp(route, `/report/${STUDY_ID}`)
  press('Skip this study')
  fireEvent.click(await screen.findByRole('button', { name: /Poor images/ }))
  await waitFor(() => expect(path()).toBe(`/report/${NEXT_ID}`))
  expect(world.skipped).toEqual([[STUDY_ID, 'poor_images']])
  view.unmount()
  renderInApp(route, `/report/${STUDY_ID}`)
  skipKey()
  expect(await screen.findByRole('dialog', { name: 'Skip this study' })).toBeTruthy()
  cleanup()
  renderInApp(route, `/report/${STUDY_ID}`)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(path()).toBe('/worklist1'))
})

test('a study that was assigned to another doctor while open is left for the next one', async () => {
  world.next = NEXT_ID
  await open({ study: study({ no_of_reports: 2 }), can_write_report: 0, can_sign: 0, reports: [report()] })
  signNext()
  await waitFor(() => expect(path()).toBe(`/report/${NEXT_ID}`))
  expect(world.saved).toEqual([])
})

test('if the check before signing is not confirmed, nothing is signed and the study stays', async () => {
  world.next = NEXT_ID
  const { box } = await open()
  paste(box, '<p>Lungs clear.</p>')
  press('Sign & Next')
  fireEvent.click(await screen.findByRole('button', { name: 'Go back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(world.saved).toEqual([])
  expect(path()).toBe(`/report/${STUDY_ID}`)
})

test('without a waiting study a message is shown, and the list opens', async () => {
  const { box } = await open()
  paste(box, CONCLUDED)
  press('Sign & Next')
  expect(await screen.findByText('No other study on this device waits for your report.')).toBeTruthy()
  await waitFor(() => expect(path()).toBe('/worklist1'))
})

test('while the device still fetches studies no message says that none waits', async () => {
  world.isFetched = false
  const { box } = await open()
  paste(box, CONCLUDED)
  press('Sign & Next')
  expect(await screen.findByText(/^This device is still fetching studies\./)).toBeTruthy()
  await waitFor(() => expect(path()).toBe('/worklist1'))
})

test('a study of two reports is read completely before the next one', async () => {
  world.next = NEXT_ID
  const { box } = await open({ study: study({ no_of_reports: 2 }) })
  paste(box, CONCLUDED)
  press('Sign & Next')
  await waitFor(() =>
    expect(screen.getByRole('tab', { name: /Report 2/ }).getAttribute('aria-selected')).toBe('true'),
  )
  expect(path()).toBe(`/report/${STUDY_ID}`)
})

test('after the signature of a report the same key opens the next study without a second signature', async () => {
  world.next = NEXT_ID
  await open({ reports: [report({ status: 'Signed', signed_hash: 'ab' })] })
  key({ key: 'Enter', code: 'Enter', ctrlKey: true, shiftKey: true })
  await waitFor(() => expect(path()).toBe(`/report/${NEXT_ID}`))
  expect(world.saved).toEqual([])
})

test('a study is skipped with a reason by its number, and says so when it comes again', async () => {
  world.next = NEXT_ID
  const { view } = await open()
  skipKey()
  fireEvent.keyDown(await screen.findByRole('button', { name: /Poor images/ }), { key: '2' })
  await waitFor(() => expect(path()).toBe(`/report/${NEXT_ID}`))
  expect(world.skipped).toEqual([[STUDY_ID, 'poor_images']])
  view.unmount()
  await open()
  expect(await screen.findByText('You skipped this study: Poor images.')).toBeTruthy()
})

test('AltGr and N write a letter and do not skip', async () => {
  await open()
  key({ code: 'KeyN', key: 'ń', ctrlKey: true, altKey: true })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Escape closes open elements first, and leaves the report only after that', async () => {
  const { box } = await open()
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
  const entry = await screen.findByRole('menuitem', { name: 'Sign & Close' })
  fireEvent.keyDown(entry, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Sign & Close' })).toBeNull())
  expect(path()).toBe(`/report/${STUDY_ID}`)
  const search = screen.getByRole('searchbox', { name: 'Find template' })
  fireEvent.change(search, { target: { value: 'chest' } })
  fireEvent.keyDown(search, { key: 'Escape' })
  expect(path()).toBe(`/report/${STUDY_ID}`)
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true })
  expect(path()).toBe(`/report/${STUDY_ID}`)
  fireEvent.keyDown(box, { key: 'Escape' })
  await waitFor(() => expect(path()).toBe('/worklist1'))
})

test('Alt+T goes to the templates and Enter inserts the one that fits the study; the focus returns to the text', async () => {
  world.templates = [
    template({ id: 'a', name: 'Abdomen CT', report_data: '<p>Liver normal.</p>' }),
    template({ id: 'b', name: 'Thorax CT', report_data: '<p>Lungs normal.</p>' }),
  ]
  const { box } = await open()
  key({ code: 'KeyT', key: 't', altKey: true })
  const search = screen.getByRole('searchbox', { name: 'Find template' })
  await waitFor(() => expect(document.activeElement).toBe(search))
  expect(screen.getByText(/inserts “Thorax CT”/)).toBeTruthy()
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(box.textContent).toBe('Lungs normal.'))
  await waitFor(() => expect(document.activeElement).toBe(box))
})

test('Enter in the search inserts nothing into a read-only text, and says why', async () => {
  world.templates = [template()]
  const { box } = await open({ can_write_report: 0, can_sign: 0 })
  const search = screen.getByRole('searchbox', { name: 'Find template' })
  expect(screen.queryByText(/inserts “/)).toBeNull()
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(search.getAttribute('aria-invalid')).toBe('true'))
  expect(box.textContent).toBe('')
})

test('offline a study that is not on the device says so', () => {
  world.online = false
  world.detail = undefined
  renderInApp(
    <Routes>
      <Route path="/report/:studyId" element={<ReportScreen />} />
    </Routes>,
    `/report/${STUDY_ID}`,
  )
  expect(screen.getByText('This study is not on this device.')).toBeTruthy()
})

const filed = { status: 'Signed', signed_on: '2026-11-20T10:00:00Z', signed_hash: 'ab', rev: 2 } as const

test('if signed reports are revised, a signature creates the new revision and nothing else saves it', async () => {
  world.session = sessionFields({ report_edit_type: 'UpdateContent' })
  const { box } = await open({ study: study({ status: 'Signed' }), reports: [report(filed)] })
  expect(box.getAttribute('contenteditable')).toBe('false')
  press('Revise')
  await waitFor(() => expect(box.getAttribute('contenteditable')).toBe('true'))
  expect(screen.getByText(/You are writing a new revision/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull()
  paste(box, CONCLUDED)
  key({ code: 'KeyS', key: 's', ctrlKey: true })
  press('Sign')
  await waitFor(() => expect(world.saved).toHaveLength(1))
  expect(world.saved[0]).toMatchObject(['Signed', { base_rev: 2 }])
})

test.each(['Signed', 'Verified'] as const)(
  'beside a %s report no templates and no dictation are shown; a revision shows them again',
  async (status) => {
    world.session = sessionFields({ report_edit_type: 'UpdateContent' })
    await open({ study: study({ status }), reports: [report({ ...filed, status })] })
    const column = () => screen.queryByRole('complementary', { name: 'Templates' })
    const bar = () => screen.queryByRole('region', { name: 'Dictation' })
    const fold = () => screen.queryByRole('button', { name: 'Hide templates' })
    expect([column(), bar(), fold()]).toEqual([null, null, null])
    press('Revise')
    await waitFor(() => expect([column(), bar(), fold()]).not.toContain(null))
  },
)

test('a revision that is left discards its words after a question and shows the signed text', async () => {
  world.session = sessionFields({ report_edit_type: 'UpdateContent' })
  world.draft = { ...report(filed), report_data: '<p>Mine.</p>', base_rev: 2, updated: 1 } satisfies Draft
  const { box } = await open({ study: study({ status: 'Signed' }), reports: [report(filed)] })
  expect(box.textContent).toBe('Mine.')
  press('Leave revision')
  expect(await screen.findByText(/Your changes are removed from this device/)).toBeTruthy()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave revision' }))
  await waitFor(() => expect(box.textContent).toBe('Lungs clear.'))
  expect([world.dropped, world.saved]).toEqual([1, []])
  expect(box.getAttribute('contenteditable')).toBe('false')
})

test('with a ready AI result a person switches between it and the own text, which is not saved automatically meanwhile', async () => {
  const ai_report = { id: 'a1', status: 'Ready' } as const
  const reports = [report({ report_data: '<p>Own.</p>' })]
  const { box, view } = await open({ study: study({ status: 'Draft', ai_report }), reports })
  expect(screen.queryByText('What the AI found')).toBeNull()
  paste(box, '<p>More. </p>')
  fireEvent.click(screen.getByRole('radio', { name: 'AI' }))
  expect(await screen.findByText('What the AI found')).toBeTruthy()
  await waitFor(() => expect(world.saved.map(([status]) => status)).toEqual(['Auto']))
  expect(screen.getByRole('button', { name: 'Sign' }).getAttribute('aria-disabled')).toBe('true')
  paste(box, '<p>Still more. </p>')
  view.unmount()
  await waitFor(() =>
    expect(world.kept.at(-1)).toMatchObject({ report_data: expect.stringMatching(/Still/) }),
  )
  expect(world.saved).toHaveLength(1)
})

test('a study without text opens with its AI result, one with text does not', async () => {
  world.detail = detail({ study: study({ ai_report: { id: 'a1', status: 'Ready' } }) })
  renderInApp(
    <Routes>
      <Route path="/report/:studyId" element={<ReportScreen />} />
    </Routes>,
    `/report/${STUDY_ID}`,
  )
  expect(await screen.findByText('What the AI found')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull()
})

const RESULT = { id: 'a1', status: 'Ready' } as const

test('an AI result that arrives during writing is offered, and hides no words', async () => {
  const { box } = await open()
  paste(box, '<p>Half a sentence</p>')
  await waitFor(() => expect(world.kept).toHaveLength(1))
  arrives({ study: study({ ai_report: RESULT }) })
  expect(screen.getByText(/An AI result is ready/)).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Description' })).toBe(box)
  fireEvent.click(screen.getByRole('radio', { name: 'AI' }))
  expect(await screen.findByText('What the AI found')).toBeTruthy()
  expect(screen.queryByText(/An AI result is ready/)).toBeNull()
})

test('an AI result that arrives before the first word opens automatically', async () => {
  await open()
  arrives({ study: study({ ai_report: RESULT }) })
  expect(await screen.findByText('What the AI found')).toBeTruthy()
})

test('offline a study with an AI result opens in its editor', async () => {
  world.online = false
  const { box } = await open({ study: study({ ai_report: RESULT }) })
  expect(box.getAttribute('contenteditable')).toBe('true')
})

test('a key whose action is refused says why', async () => {
  await open()
  key({ code: 'Enter', key: 'Enter', ctrlKey: true })
  expect(await screen.findByText('There is no text to sign.')).toBeTruthy()
  expect(world.saved).toEqual([])
})

test('the Templates dialog requires a selected template, then inserts it in the chosen way', async () => {
  world.templates = [template()]
  const reports = [report({ report_data: '<p>Old.</p>' })]
  const { box } = await open({ study: study({ status: 'Draft' }), reports })
  press('Templates')
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Insert template' }))
  expect(await screen.findByText('Select any template')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('combobox', { name: 'Templates' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Chest CT plain' }))
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Replace the text' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Insert template' }))
  await waitFor(() => expect(box.textContent).toBe('Lungs clear.'))
})

test('a picked shortcut is inserted at the cursor', async () => {
  world.shortcuts = [{ id: 's1', name: 'heart', description: 'Heart normal.' }]
  const { box } = await open({
    study: study({ status: 'Draft' }),
    reports: [report({ report_data: '<p>Old.</p>' })],
  })
  press('Shortcuts')
  fireEvent.click(await screen.findByRole('option', { name: /heart/ }))
  await waitFor(() => expect(box.textContent).toBe('Old.Heart normal.'))
})

const OMAR: Writer = {
  study_id: STUDY_ID,
  user_id: 'd9',
  name: 'Dr Omar',
  since: '2020-01-02T03:04:00.000Z',
  seen: '2020-01-02T03:24:00.000Z',
  state: 'writing',
}

test('another person with the report open is named in its header, with the start time', async () => {
  world.writers = [OMAR]
  await open()
  expect(screen.getByText(/^Dr Omar, reading since 02 Jan 2020 \d\d:\d4$/)).toBeTruthy()
})

test('a reservation of a silent device shows when it was last seen', async () => {
  world.writers = [{ ...OMAR, state: 'reserved' }]
  await open()
  expect(screen.getByText(/^Dr Omar, reading since .*04, last seen .*24$/)).toBeTruthy()
})

test('a signature beside another doctor asks first, names the doctor and the start time, and signs only after confirmation', async () => {
  const { box } = await open()
  paste(box, CONCLUDED)
  world.writers = [OMAR]
  press('Sign')
  const question = await screen.findByRole('dialog', { name: 'Another doctor has this study open' })
  expect(question.textContent).toContain('Dr Omar, reading since 02 Jan 2020')
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(world.saved).toEqual([])
  press('Sign')
  const again = await screen.findByRole('dialog', { name: 'Another doctor has this study open' })
  fireEvent.click(within(again).getByRole('button', { name: 'Sign anyway' }))
  await waitFor(() => expect(world.saved.map(([status]) => status)).toEqual(['Signed']))
})

test('addenda are below the signed text, in the order of their signatures', async () => {
  const addendum = (id: string, signed_on: string, isWaiting: boolean) => ({
    id,
    rev: 1,
    study_id: STUDY_ID,
    report_id: report().id,
    content: `<p>Words of ${id}.</p>`,
    seen_hash: 'ab',
    signed_hash: 'cd',
    signed_by: 'Dr Asha',
    signed_by_id: 'u',
    signed_on,
    isWaiting,
  })
  world.parts = [addendum('b', '2026-11-20T12:00:00Z', true), addendum('a', '2026-11-20T11:00:00Z', false)]
  await open({ study: study({ status: 'Signed' }), reports: [report(filed)] })
  const shown = screen.getAllByRole('region', { name: /Addendum by Dr Asha/ })
  expect(shown.map((one) => one.textContent)).toEqual([
    expect.stringContaining('Words of a.'),
    expect.stringMatching(/Not yet filed.*Words of b\./),
  ])
})

test('any two versions are compared word by word, and one is restored as a new draft', async () => {
  const version = (rev: number, text: string, more: object = {}) => ({
    id: `v${rev}`,
    report_id: report().id,
    report_no: 1,
    rev,
    status: 'Draft',
    report_data: text,
    conclusion: '',
    recommendation: '',
    created: `2026-11-20T1${rev}:00:00Z`,
    created_by_name: 'Dr Asha',
    signed_hash: '',
    is_superseded: 0,
    ...more,
  })
  world.history = [
    version(3, '<p>Lungs are hazy.</p><p>Heart normal.</p>'),
    version(2, '<p>Lungs are clear.</p>'),
    version(1, '<p>Bones.</p>', { status: 'Signed', is_superseded: 1 }),
  ]
  const { box } = await open({ study: study({ status: 'Draft' }), reports: [report()] })
  fireEvent.click(screen.getByRole('radio', { name: 'History' }))
  expect(screen.getByText('Superseded')).toBeTruthy()
  fireEvent.click(within(screen.getByRole('list', { name: 'History' })).getAllByRole('button')[0]!)
  const dialog = await screen.findByRole('dialog')
  expect(dialog.querySelector('del')?.textContent).toBe('clear')
  expect(dialog.querySelector('ins')?.textContent).toBe('hazy')
  expect(within(dialog).getByText('Added').parentElement?.textContent).toContain('Heart normal.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Restore as draft' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Restore as draft' }))
  // The former text is stored in the history first.
  await waitFor(() => expect(world.saved.map(([status]) => status)).toEqual(['Draft', 'Draft']))
  expect(world.saved[0]).toMatchObject(['Draft', { report_data: report().report_data }])
  expect(world.saved[1]).toMatchObject(['Draft', { report_data: expect.stringContaining('hazy') }])
  expect(box.textContent).toContain('hazy')
})

const NODULE = template({
  report_data: '<p>Nodule of [[Size of the nodule: number mm 3..11]], [[Side: left | right]].</p>',
  conclusion: '<p>Nodule, [[Outcome]].</p>',
})
const selectedWords = () => document.getSelection()?.toString()
const fieldKey = (name: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement!, { key: name, code: name, ...more })

/** Inserts the template of the nodule by its search. */
async function insertNodule() {
  world.templates = [NODULE]
  const opened = await open()
  await waitFor(() => expect(document.activeElement).toBe(opened.box))
  key({ code: 'KeyT', key: 't', altKey: true })
  const search = screen.getByRole('searchbox', { name: 'Find template' })
  await waitFor(() => expect(document.activeElement).toBe(search))
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(document.activeElement).toBe(opened.box))
  await waitFor(() => expect(selectedWords()).toBe('[[Size of the nodule: number mm 3..11]]'))
  return opened
}

test('after a template with fields its first field is selected, and its actions are shown below', async () => {
  await insertNodule()
  expect(screen.getByText('A number; mm is added. Normal: 3 to 11.')).toBeTruthy()
  fieldKey('Tab')
  const list = await screen.findByRole('listbox', { name: 'Choices for Side' })
  expect(
    within(list)
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual(['left', 'right'])
  fireEvent.click(within(list).getByRole('option', { name: 'right' }))
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(document.activeElement?.textContent).toContain(', right.')
})

test('Tab after the last field of a part goes to the next part’s, and Shift+Tab back', async () => {
  const { box } = await insertNodule()
  fieldKey('Tab')
  fieldKey('Tab')
  const conclusion = await screen.findByRole('textbox', { name: 'Conclusion' })
  await waitFor(() => expect(document.activeElement).toBe(conclusion))
  await waitFor(() => expect(selectedWords()).toBe('[[Outcome]]'))
  fieldKey('Tab', { shiftKey: true })
  await waitFor(() => expect(document.activeElement).toBe(box))
  await waitFor(() => expect(selectedWords()).toBe('[[Side: left | right]]'))
})

const FILL_ALL = 'Fill these fields before signing: Size of the nodule, Side, Outcome.'

test.each([
  ['Sign', { code: 'Enter', key: 'Enter', ctrlKey: true }],
  ['Sign & Next', { code: 'Enter', key: 'Enter', ctrlKey: true, shiftKey: true }],
])('%s is blocked by open fields, which are named, and the first one is selected', async (_, pressed) => {
  const { box } = await insertNodule()
  key({ code: 'Digit2', key: '2', altKey: true })
  await waitFor(() => expect(document.activeElement).not.toBe(box))
  key(pressed)
  expect((await screen.findByText(FILL_ALL)).getAttribute('role')).toBe('alert')
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect(selectedWords()).toBe('[[Size of the nodule: number mm 3..11]]')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(world.saved.filter(([status]) => status === 'Signed')).toEqual([])
})

test('the message names fewer fields as they are filled, leads to the first one, and disappears; then the report is signed', async () => {
  const { box } = await insertNodule()
  press('Sign')
  await screen.findByText(FILL_ALL)
  paste(box, '8')
  // Once left, it has its unit.
  await screen.findByText('Fill these fields before signing: Side, Outcome.')
  press('Go to the first field')
  await waitFor(() => expect(selectedWords()).toBe('[[Side: left | right]]'))
  paste(box, 'left')
  await screen.findByText('Fill these fields before signing: Outcome.')
  press('Go to the first field')
  await waitFor(() => expect(selectedWords()).toBe('[[Outcome]]'))
  paste(screen.getByRole('textbox', { name: 'Conclusion' }), 'stable')
  await waitFor(() => expect(screen.queryByText(/^Fill these fields/)).toBeNull())
  press('Sign')
  await waitFor(() => expect(world.saved.at(-1)?.[0]).toBe('Signed'))
  expect(world.saved.at(-1)?.[1]).toMatchObject({
    report_data: '<p>Nodule of 8 mm, left.</p>',
    conclusion: '<p>Nodule, stable.</p>',
  })
})

test('open fields are stored exactly in a draft, and are there when the report is reopened', async () => {
  const { view } = await insertNodule()
  press('Save draft')
  await waitFor(() => expect(world.saved.at(-1)?.[0]).toBe('Draft'))
  const [, kept] = world.saved.at(-1)!
  expect(kept).toMatchObject({ report_data: NODULE.report_data, conclusion: NODULE.conclusion })
  view.unmount()
  // Offline the text comes from this device.
  world.online = false
  world.draft = { ...(kept as Draft), report_data: NODULE.report_data }
  const { box } = await open()
  await waitFor(() => expect(document.activeElement).toBe(box))
  press('Sign')
  await screen.findByText(FILL_ALL)
  await waitFor(() => expect(selectedWords()).toBe('[[Size of the nodule: number mm 3..11]]'))
})

test('beside a number the latest report’s value of this measurement is shown, and beside a choice nothing', async () => {
  const prior = (study_datetime: string, report_data: string) => ({
    study_datetime,
    reports: [{ report_data, conclusion: '', recommendation: '' }],
  })
  world.priors = [
    { study_datetime: '2026-08-01T08:00:00Z' },
    prior('2026-07-01T08:00:00Z', '<p>Nothing measured.</p>'),
    prior('2026-03-12T08:00:00Z', '<p>Size of the nodule: 8 mm.</p>'),
    prior('2025-03-12T08:00:00Z', '<p>Size of the nodule: 6 mm.</p>'),
  ]
  await insertNodule()
  expect(await screen.findByText('On 12 Mar 2026: 8 mm')).toBeTruthy()
  fieldKey('Tab')
  await screen.findByRole('listbox', { name: 'Choices for Side' })
  expect(screen.queryByText(/^On 12 Mar 2026/)).toBeNull()
})

const textOf = (name: string) => screen.getByRole('textbox', { name })
const PART_NAMES = ['Description', 'Conclusion', 'Recommendation']
const marks = () => within(screen.getByRole('navigation', { name: 'Parts of the report' }))

test('the three texts are below each other, each a named text in a section with a heading', async () => {
  await open()
  const texts = PART_NAMES.map((name) =>
    within(screen.getByRole('region', { name })).getByRole('textbox', { name }),
  )
  expect(screen.getAllByRole('textbox').filter((one) => texts.includes(one))).toEqual(texts)
  for (const name of PART_NAMES) expect(screen.getByRole('heading', { name, level: 2 })).toBeTruthy()
  expect(texts.map((text) => text.getAttribute('aria-placeholder'))).toEqual([
    'Write what you see.',
    'Write what it means.',
    'Write what should be done next.',
  ])
})

test('a mark moves the cursor into its section and becomes the current one; moving the cursor does the same', async () => {
  const { box } = await open()
  await waitFor(() => expect(document.activeElement).toBe(box))
  const currents = () =>
    marks()
      .getAllByRole('button')
      .map((mark) => mark.getAttribute('aria-current'))
  expect(currents()).toEqual(['true', null, null])
  fireEvent.click(marks().getByRole('button', { name: 'Conclusion' }))
  await waitFor(() => expect(document.activeElement).toBe(textOf('Conclusion')))
  expect(currents()).toEqual([null, 'true', null])
  act(() => textOf('Recommendation').focus())
  await waitFor(() => expect(currents()).toEqual([null, null, 'true']))
})

test('the single toolbar writes into the section that last had the cursor', async () => {
  await open()
  act(() => textOf('Conclusion').focus())
  await waitFor(() => expect(screen.getAllByRole('toolbar', { name: 'Formatting' })).toHaveLength(1))
  await waitFor(() => expect(marks().getByRole('button', { current: true }).textContent).toBe('Conclusion'))
  fireEvent.click(screen.getByRole('button', { name: 'Heading 1' }))
  await waitFor(() => expect(textOf('Conclusion').querySelector('h1')).not.toBeNull())
  expect(textOf('Description').querySelector('h1')).toBeNull()
})

test('a template that fills one part keeps the undo of the others', async () => {
  world.templates = [template({ report_data: '', conclusion: '<p>Normal study.</p>' })]
  const { box } = await open()
  await waitFor(() => expect(document.activeElement).toBe(box))
  paste(box, '<p>Lungs clear.</p>')
  fireEvent.click(
    within(screen.getByRole('complementary', { name: 'Templates' })).getByText('Chest CT plain'),
  )
  await waitFor(() => expect(textOf('Conclusion').textContent).toBe('Normal study.'))
  fireEvent.keyDown(box, { key: 'z', code: 'KeyZ', ctrlKey: true })
  await waitFor(() => expect(box.textContent).toBe(''))
})

test('the questions of signing are shown beside their section during writing, lead there, and disappear', async () => {
  const { box } = await open()
  paste(box, '<p>Calculus in the right kidney.</p>')
  const checks = (name: string) => screen.queryByRole('list', { name: `Checks: ${name}` })
  await waitFor(() => expect(checks('Conclusion')?.textContent).toContain('The report has no conclusion.'))
  paste(textOf('Conclusion'), '<p>Left renal calculus.</p>')
  await waitFor(() => expect(checks('Conclusion')?.textContent).toContain('different sides'))
  expect(checks('Conclusion')?.textContent).not.toContain('no conclusion')
  fireEvent.click(within(checks('Conclusion')!).getByRole('button', { name: /right kidney/ }))
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect(document.getSelection()?.toString()).toBe('right kidney')
  paste(box, 'left kidney')
  await waitFor(() => expect(checks('Conclusion')).toBeNull())
  press('Sign')
  await waitFor(() => expect(world.saved.at(-1)?.[0]).toBe('Signed'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(world.rules).toEqual([])
})

test('letters without a font are named beside their section during writing, lead to their words, and disappear', async () => {
  const { box } = await open()
  paste(box, '<p>Lungs clear.</p><p>Liver 𒀀 normal.</p><p>Spleen நன்று.</p>')
  const checks = () => screen.queryByRole('list', { name: 'Checks: Description' })
  await waitFor(() => expect(checks()?.textContent).toContain('No font has “𒀀” (U+12000).'))
  expect(screen.getByRole('button', { name: /Description/ }).textContent).toContain('1')
  fireEvent.click(within(checks()!).getByRole('button', { name: /Liver/ }))
  await waitFor(() => expect(document.getSelection()?.toString()).toBe('𒀀'))
  paste(box, 'span')
  await waitFor(() => expect(checks()).toBeNull())
})

test('the check of a critical result without its tag leads to the tags of the study', async () => {
  const { box } = await open()
  arrives({ study: study(aiCritical) })
  paste(box, CONCLUDED)
  const list = await screen.findByRole('list', { name: 'Checks: Description' })
  expect(list.textContent).toContain('The AI company called its result critical')
  fireEvent.click(within(list).getByRole('button', { name: 'Set the critical tag' }))
  expect(await screen.findByText('The tags stand open')).toBeTruthy()
})

test('Alt+8 opens the fields for a follow-up in the person’s own words, or says why not', async () => {
  const { view } = await open()
  key({ code: 'Digit8', key: '8', altKey: true })
  const what = await screen.findByRole('textbox', { name: 'Examination' })
  await waitFor(() => expect(document.activeElement).toBe(what))
  fireEvent.keyDown(what, { key: 'Escape' })
  expect(screen.queryByRole('textbox', { name: 'Examination' })).toBeNull()
  expect(path()).toBe(`/report/${STUDY_ID}`)
  view.unmount()
  world.session = sessionFields({ can_sign: 0 })
  await open({ can_sign: 0 })
  key({ code: 'Digit8', key: '8', altKey: true })
  expect(await screen.findByText('Only people who may sign this report can set a follow-up.')).toBeTruthy()
})

test('open fields are named beside their section, and each has a link', async () => {
  await insertNodule()
  const list = await screen.findByRole('list', { name: 'Checks: Description' })
  fireEvent.click(within(list).getByRole('button', { name: 'Side' }))
  await waitFor(() => expect(selectedWords()).toBe('[[Side: left | right]]'))
  fireEvent.click(
    within(screen.getByRole('list', { name: 'Checks: Conclusion' })).getByRole('button', { name: 'Outcome' }),
  )
  await waitFor(() => expect(selectedWords()).toBe('[[Outcome]]'))
})

test('a signed report has its sections without checks, templates, toolbar and dictation', async () => {
  await open({
    study: study({ status: 'Signed' }),
    reports: [report({ status: 'Signed', signed_hash: 'x', report_data: '<p>Left.</p>', conclusion: '' })],
  })
  expect(screen.getByRole('region', { name: 'Conclusion' })).toBeTruthy()
  for (const name of ['Dictation', 'Formatting']) expect(screen.queryByLabelText(name)).toBeNull()
  expect(screen.queryByRole('complementary', { name: 'Templates' })).toBeNull()
  await act(() => new Promise((done) => setTimeout(done, 900)))
  expect(screen.queryByRole('list', { name: /^Checks/ })).toBeNull()
})
