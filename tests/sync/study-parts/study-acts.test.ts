// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { SKIP_REASONS } from '#domain/study/lists/skip-reasons.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { markAllRead, markRead } from '#src/sync/notifications/mark-read.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { assignDoctors } from '#src/sync/studies/assign-doctors.ts'
import { findSkipped, skipStudy } from '#src/sync/studies/skipped-studies.ts'
import { addComment, deleteComment } from '#src/sync/study-parts/comments.ts'
import { saveCritical, useRefusedCritical } from '#src/sync/study-parts/criticals.ts'
import { addDocument, deleteDocument } from '#src/sync/study-parts/documents.ts'
import { editStudy, useRefusedEdit } from '#src/sync/study-parts/edit-study.ts'
import { refusedOf } from '#src/sync/study-parts/refused.ts'
import { assignCriticalTag, assignTag } from '#src/sync/study-parts/tags.ts'
import { useHistory } from '#src/sync/study-parts/use-history.ts'
import { useStudy } from '#src/sync/study-parts/use-study.ts'
import { findStudyParts, useStudyParts } from '#src/sync/study-parts/use-study-parts.ts'
import { useVisitNotes } from '#src/sync/study-parts/use-visit-notes.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { ModelServer } from '../support/model-server.ts'
import { queueOf } from '../support/offline-page.ts'
import { aStudy, DOCTOR, OTHER_DOCTOR, studyId } from '../support/rows.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

let page: Page
let woken: number
let asked: ReturnType<typeof scriptServer>['asked']
const script = (answers: Parameters<typeof scriptServer>[0]) => {
  ;({ asked } = scriptServer(answers))
}
beforeEach(async () => {
  script({ 'sync/hello': () => ({ body: {} }) })
  page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  woken = 0
  const wake = () => {
    woken += 1
    page.device.wake()
  }
  setDevice({ ...page.device, wake })
})
afterEach(async () => {
  cleanup()
  setDevice(undefined)
  setSession(undefined)
  await page.device.stop()
  vi.unstubAllGlobals()
})

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/
const STUDY = studyId(1)
const last = async () => {
  const row = (await queueOf(page)).at(-1)!
  const { call } = (await page.databases.work.outbox.get(row.id))!
  return { call, label: row.body.label, input: row.body.input }
}
/** Parks the last command as the server refuses it. */
async function refuse(code: string, current?: unknown): Promise<string> {
  const { outbox, work } = page.databases
  const row = (await queueOf(page)).at(-1)!
  const body = { ...row.body, refusal: { message: 'The server said no.', code, current } }
  const sealed = await outbox.seal({ ...row, body } as never)
  await work.outbox.put({
    ...(await work.outbox.get(row.id))!,
    ...sealed,
    state: 'parked',
    lastError: { kind: 'refused', status: 409, code } as never,
  })
  return row.id
}

test('a comment is queued under its own id, and its deletion names it', async () => {
  const id = await addComment(STUDY, 'Normal', 'Left arm')
  expect(id).toMatch(ID)
  expect(await last()).toEqual({
    call: 'addStudyComment',
    label: 'Add comment',
    input: { id, study_id: STUDY, type: 'Normal', comment: 'Left arm' },
  })
  expect(woken).toBe(1)
  await deleteComment({ id, study_id: STUDY })
  expect(await last()).toEqual({
    call: 'deleteStudyComment',
    label: 'Delete comment',
    input: { id, study_id: STUDY },
  })
})

test('a document is kept before it is named; its type comes from its bytes', async () => {
  const bytes = new TextEncoder().encode('%PDF-1.7 one')
  const id = await addDocument({ studyId: STUDY, tagId: studyId(9), name: 'n'.repeat(210), bytes })
  expect(id).toMatch(ID)
  const { call, input } = await last()
  expect(call).toBe('addStudyDocument')
  expect(input).toMatchObject({ id, study_id: STUDY, tag_id: studyId(9), name: 'n'.repeat(200) })
  const { file_id } = input as { file_id: string }
  const kept = await page.databases.blobs.find(file_id)
  expect(JSON.stringify(kept?.body)).toContain('application/pdf')
  await addDocument({ studyId: STUDY, tagId: studyId(9), name: 'n', bytes: new Uint8Array([1, 2, 3]) })
  const other = (await last()).input as { file_id: string }
  expect(JSON.stringify((await page.databases.blobs.find(other.file_id))?.body)).toContain(
    'application/octet-stream',
  )
  await deleteDocument({ id, study_id: STUDY })
  expect(await last()).toMatchObject({ call: 'deleteStudyDocument', input: { id, study_id: STUDY } })
})

test('a tag is set and removed; a critical tag brings the record of who is told', async () => {
  await assignTag(STUDY, studyId(5))
  expect(await last()).toMatchObject({ label: 'Assign tag', input: { study_id: STUDY, tag_id: studyId(5) } })
  await assignTag(STUDY, null)
  expect(await last()).toMatchObject({ label: 'Remove tag', input: { tag_id: null } })
  const critical = await assignCriticalTag(STUDY, 'Urgent')
  expect(critical).toMatch(ID)
  expect(await last()).toMatchObject({
    label: 'Assign critical tag',
    input: { study_id: STUDY, tag_name: 'Urgent', critical_id: critical },
  })
  expect(await assignCriticalTag(STUDY, '')).toBeUndefined()
  const removed = await last()
  expect(removed).toMatchObject({ label: 'Remove critical tag', input: { tag_name: '' } })
  expect(removed.input).not.toHaveProperty('critical_id')
})

const CRITICAL: CriticalRow = {
  id: '01970000-0000-7000-8000-0000000000f1',
  rev: 1,
  study_id: STUDY,
  tag_id: '01970000-0000-7000-8000-0000000000f2',
  tag: 'Critical result',
  opened_by: 'Dr One',
  opened_on: '2026-11-20T09:00:00.000Z',
  doctor_id: DOCTOR,
  told_to: '',
  told_how: '',
  told_on: null,
  read_back: 0,
  note: '',
  closed_by: '',
  closed_on: null,
}
const TOLD = { told_to: 'Sister Mary', told_how: 'Phone', told_on: null, read_back: 1, note: '' } as never

test('who was told is queued with what was seen; a refused save shows why, and the next one replaces it', async () => {
  await saveCritical(CRITICAL, TOLD, false)
  const first = await last()
  expect(first).toMatchObject({
    call: 'study/saveCritical',
    label: 'Record critical result',
    input: { id: CRITICAL.id, study_id: STUDY, told_to: 'Sister Mary', is_closed: 0 },
  })
  expect((first.input as { seen: unknown }).seen).toEqual({
    told_to: '',
    told_how: '',
    told_on: null,
    read_back: 0,
    note: '',
  })
  expect(woken).toBe(1)
  const { result } = renderHook(() => useRefusedCritical(CRITICAL.id))
  const id = await refuse('conflict', { rev: 2 })
  await waitFor(() =>
    expect(result.current).toMatchObject({
      id,
      reason: 'The server said no.',
      isConflict: true,
      current: { rev: 2 },
      input: { told_to: 'Sister Mary' },
    }),
  )
  await saveCritical(CRITICAL, TOLD, true)
  expect(await last()).toMatchObject({ label: 'Close critical result', input: { is_closed: 1 } })
  expect(await page.databases.work.outbox.get(id)).toBeUndefined()
  await waitFor(() => expect(result.current).toBeUndefined())
})

test('a correction of a study is queued with what was seen; the last refused one is shown with the server’s study', async () => {
  await keepConfirmed(page.databases, { study: aStudy() })
  await editStudy(STUDY, { pat_name: 'Rao' }, { pat_name: 'Roa' })
  expect(await last()).toMatchObject({
    call: 'study/updatePatientDtl',
    label: 'Edit patient and study',
    input: { study_id: STUDY, fields: { pat_name: 'Rao' }, seen: { pat_name: 'Roa' } },
  })
  expect(woken).toBe(1)
  const { result } = renderHook(() => useRefusedEdit(STUDY))
  const id = await refuse('conflict', aStudy({ rev: 7 }))
  await waitFor(() =>
    expect(result.current).toMatchObject({ id, fields: { pat_name: 'Rao' }, theirs: { rev: 7 } }),
  )
  await editStudy(STUDY, { pat_name: 'Rao' }, {}, [id])
  await waitFor(() => expect(result.current).toBeUndefined())
  await refuse('invalid_input', { anything: 1 })
  await waitFor(() => expect(result.current).toMatchObject({ isConflict: false, theirs: undefined }))
  // Another call of the same record is no edit.
  await assignDoctors([{ study_id: STUDY, assigned_doctor_id: null, signed_by_doctor_id: null }], {
    assigned_doctor_id: DOCTOR,
  })
  const other = await refuse('conflict')
  const anyCall = refusedOf(`study:${STUDY}`)
  expect((await anyCall.open(await anyCall.read(page.device), page.device))?.id).toBe(other)
  const edits = refusedOf(`study:${STUDY}`, 'study/updatePatientDtl')
  expect((await edits.open(await edits.read(page.device), page.device))?.id).not.toBe(other)
  expect(await edits.open(undefined, page.device)).toBeUndefined()
})

test('only studies whose doctors change are assigned; the other doctor stays', async () => {
  const studies = [
    { study_id: studyId(1), assigned_doctor_id: DOCTOR, signed_by_doctor_id: null },
    { study_id: studyId(2), assigned_doctor_id: null, signed_by_doctor_id: OTHER_DOCTOR },
    { study_id: studyId(3), assigned_doctor_id: DOCTOR, signed_by_doctor_id: DOCTOR },
  ]
  expect(await assignDoctors(studies, { assigned_doctor_id: DOCTOR })).toBe(1)
  expect(await last()).toEqual({
    call: 'assignDoctor',
    label: 'Assign doctor',
    input: { study_id: studyId(2), assigned_doctor_id: DOCTOR, signed_by_doctor_id: OTHER_DOCTOR },
  })
  expect(await assignDoctors(studies, { signed_by_doctor_id: null })).toBe(2)
  expect(await queueOf(page)).toHaveLength(3)
})

test('a postponed study is remembered for this session, the last reason counts, and the server is told of studies here', async () => {
  expect(await findSkipped()).toEqual([])
  await skipStudy(studyId(2), SKIP_REASONS[0])
  expect(await findSkipped()).toEqual([])
  setSession(sessionFields({ session_id: 'one' }))
  const [first, second] = SKIP_REASONS
  await skipStudy(studyId(2), first)
  expect(await queueOf(page)).toHaveLength(0)
  await keepConfirmed(page.databases, { study: aStudy() })
  await skipStudy(STUDY, first)
  expect(await last()).toMatchObject({
    call: 'study/skip',
    label: 'Skip a study',
    input: { study_id: STUDY, reason: first },
  })
  await skipStudy(studyId(2), second, true)
  expect(await last()).toMatchObject({ input: { study_id: studyId(2), reason: second } })
  expect(await findSkipped()).toEqual([
    { study_id: STUDY, reason: first },
    { study_id: studyId(2), reason: second },
  ])
  setSession(sessionFields({ session_id: 'two' }))
  expect(await findSkipped()).toEqual([])
})

const noti = (created: string, read_on: string | null = null) => ({ id: studyId(3), created, read_on })

test('what is read already is not marked again; "all" means those that were shown', async () => {
  await markRead(noti('2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'))
  await markAllRead([])
  expect(await queueOf(page)).toHaveLength(0)
  await markRead(noti('2026-11-20T09:00:00.000Z'))
  expect(await last()).toMatchObject({
    call: 'noti/markRead',
    label: 'Mark a notification as read',
    input: { id: studyId(3), created: '2026-11-20T09:00:00.000Z' },
  })
  await markAllRead([
    noti('2026-11-20T09:00:00.000Z'),
    noti('2026-11-20T09:00:02.000Z'),
    noti('2026-11-19T09:00:00.000Z'),
  ])
  expect(await last()).toMatchObject({
    call: 'noti/markAllRead',
    input: { until: '2026-11-20T09:00:02.000Z' },
  })
})

test('the parts of a study are those here, with what waits; a deleted one is gone at once', async () => {
  const { result } = renderHook(() => useStudyParts('comment', STUDY))
  expect(result.current.rows).toBeUndefined()
  const id = await addComment(STUDY, 'Normal', 'Left arm')
  await addComment(studyId(2), 'Normal', 'Another study')
  await waitFor(() =>
    expect(result.current.rows).toMatchObject([{ id, comment: 'Left arm', isWaiting: true }]),
  )
  const found = await findStudyParts(page.device, 'comment', STUDY)
  expect(found).toMatchObject([{ id, isWaiting: true }])
  // The server has it: the copy takes the place of what waited.
  const { cache, work } = page.databases
  const body = { ...found[0], isWaiting: undefined, rev: 1 }
  await act(async () => {
    await work.outbox.clear()
    await work.overlay.clear()
    const repository = page.databases.comments
    await cache.comments.put(
      await repository.seal({ id, rev: 1, scope: 'local', study: STUDY, body } as never),
    )
  })
  await waitFor(() => expect(result.current.rows).toMatchObject([{ id, isWaiting: false }]))
  await deleteComment({ id, study_id: STUDY })
  await waitFor(() => expect(result.current.rows).toEqual([]))
})

test('a study comes from this device with what waits; one that is not here comes from the server', async () => {
  await keepConfirmed(page.databases, { study: aStudy({ pat_name: 'Rao' }) })
  script({ [`study/rowDetail/${STUDY}`]: () => ({ body: { result: aStudy({ pat_name: 'Server' }) } }) })
  const here = renderHook(() => useStudy(STUDY))
  expect(here.result.current).toMatchObject({ study: undefined, isLoading: true })
  await waitFor(() =>
    expect(here.result.current).toMatchObject({ study: { pat_name: 'Rao' }, isLoading: false }),
  )
  expect(asked).toEqual([])
  const away = studyId(4)
  script({
    [`study/rowDetail/${away}`]: () => ({ body: { result: aStudy({ id: away, pat_name: 'There' }) } }),
  })
  const there = renderHook(() => useStudy(away))
  await waitFor(() =>
    expect(there.result.current).toMatchObject({ study: { pat_name: 'There' }, isLoading: false }),
  )
  script({
    [`study/rowDetail/${studyId(5)}`]: () => ({ status: 404, body: { message: 'gone', code: 'not_found' } }),
  })
  const gone = renderHook(() => useStudy(studyId(5)))
  await waitFor(() =>
    expect(gone.result.current).toMatchObject({ study: undefined, isLoading: false, error: { status: 404 } }),
  )
})

test('without a device a study comes from the server', async () => {
  setDevice(undefined)
  script({ [`study/rowDetail/${STUDY}`]: () => ({ body: { result: aStudy({ pat_name: 'Server' }) } }) })
  const { result } = renderHook(() => useStudy(STUDY))
  await waitFor(() => expect(result.current.study?.pat_name).toBe('Server'))
})

test('the notes of a visit are none until the server tells them, and stay on the device', async () => {
  const notes = { comments: [{ id: 'c' }], documents: [] }
  script({
    [`study/visitNotes/${STUDY}`]: () => ({ body: { result: notes } }),
  })
  const { result, unmount } = renderHook(() => useVisitNotes(STUDY))
  expect(result.current).toEqual({ comments: [], documents: [] })
  await waitFor(() => expect(result.current).toEqual(notes))
  unmount()
  await waitFor(async () => expect(await page.databases.cache.answers.count()).toBe(1))
})

test('earlier studies of a person come from the server while it answers', async () => {
  setSession(sessionFields())
  script({
    [`study/previousStudies/${STUDY}`]: () => ({
      body: { result: { studies: [aStudy({ id: studyId(7) })], upcoming: [], patient: null } },
    }),
  })
  const { result } = renderHook(() => useHistory(aStudy({ pat_id: '' })))
  expect(result.current).toMatchObject({ from: 'device', studies: [], isLoading: true })
  await waitFor(() =>
    expect(result.current).toMatchObject({ from: 'server', isLoading: false, studies: [{ id: studyId(7) }] }),
  )
  expect(asked.at(-1)?.path).toContain('previousStudies')
})

test('until the server answers, earlier studies are those of the same person on this device', async () => {
  setSession(sessionFields({ modules: ['view_archives'] }))
  const own = aStudy({ pat_id: 'P-1' })
  const earlier = aStudy({ id: studyId(2), pat_id: 'P-1' })
  const another = aStudy({
    id: studyId(3),
    pat_id: 'P-1',
    pat_birthdate: '1990-05-05',
    pat_name: 'Other',
    pat_sex: 'M',
  })
  const questions: { input: Record<string, unknown> }[] = []
  const worklist = () => ({
    ask: async (question: { input: Record<string, unknown> }) => {
      questions.push(question)
      return { rows: [own, earlier, another], matching: 3 }
    },
    onChange: () => () => undefined,
  })
  setDevice({ ...page.device, hasWorklist: () => true, worklist } as never)
  let isThere = false
  script({
    [`study/previousStudies/${STUDY}`]: () =>
      isThere
        ? { body: { result: { studies: [], upcoming: [], patient: null } } }
        : { status: 503, body: { code: 'unavailable', message: 'no' } },
  })
  const { result } = renderHook(() => useHistory(own))
  await waitFor(() => expect(result.current.studies.map(({ id }) => id)).toEqual([studyId(2)]))
  expect(result.current).toMatchObject({ from: 'device', upcoming: [], isLoading: false })
  expect(questions[0]?.input).toMatchObject({ flag: 'archives', pat_id: 'P-1', p: 1, ps: 100 })
  cleanup()
  setSession(sessionFields({ modules: [], is_client_admin: 0 }))
  isThere = true
  renderHook(() => useHistory(own))
  await waitFor(() => expect(questions.at(-1)?.input).toMatchObject({ flag: 'worklist' }))
  cleanup()
  setSession(sessionFields({ modules: [], is_client_admin: 1 }))
  renderHook(() => useHistory(own))
  await waitFor(() => expect(questions.at(-1)?.input).toMatchObject({ flag: 'archives' }))
})
