import { expect, test } from 'vitest'
import type { StudyListInput, StudyRow } from '#contract/calls/studies.ts'
import type { StudyViewer } from '#domain/study/lists/listable-studies.ts'
import { type WindowQuestion, WorklistWindow } from '#src/workers/worklist-window.ts'
import { aStudy, BRANCH, DOCTOR, OTHER_DOCTOR, studyId } from '../support/rows.ts'

const viewer: StudyViewer = {
  userId: DOCTOR,
  isClientAdmin: false,
  isDoctor: true,
  permissions: ['view_archives', 'view_all_dr_worklist'],
  branchIds: [BRANCH],
}
const ask = (input: Partial<StudyListInput> = {}, who = viewer): WindowQuestion => ({
  input: { p: 1, ps: 20, flag: 'archives', assigned_type: 'Any', ...input },
  viewer: who,
  zone: 'Asia/Kolkata',
})
const receivedAt = (n: number) => new Date(Date.UTC(2026, 10, 1) + n * 60_000).toISOString()
const many = (count: number, change: (n: number) => Partial<StudyRow> = () => ({})) =>
  Array.from({ length: count }, (_, n) =>
    aStudy({ id: studyId(n), received_datetime: receivedAt(n), ...change(n) }),
  )
const ids = (window: WorklistWindow, question: WindowQuestion) =>
  window.answer(question).rows.map(({ id }) => id)

test('studies are listed newest first, page by page, with the total count', () => {
  const window = new WorklistWindow()
  window.put(many(25))
  expect(window.answer(ask()).matching).toBe(25)
  expect(ids(window, ask({ ps: 10 })).slice(0, 2)).toEqual([studyId(24), studyId(23)])
  expect(ids(window, ask({ p: 3, ps: 10 }))).toEqual([4, 3, 2, 1, 0].map(studyId))
})

test('the page of a study is the one where the list shows it; a study outside the list has none', () => {
  const window = new WorklistWindow()
  window.put(many(25, (n) => ({ status: n % 2 === 0 ? 'Pending' : 'Signed' })))
  for (const input of [
    { ps: 10 },
    { ps: 4, status: 'Pending' as const },
    { ps: 7, sort: 'time_left' as const },
  ])
    for (let n = 0; n < 25; n += 1) {
      const page = window.pageOf(ask(input), studyId(n))
      if (page === undefined) expect(input.status === 'Pending' && n % 2 === 1).toBe(true)
      else expect(ids(window, ask({ ...input, p: page }))).toContain(studyId(n))
    }
  expect(window.pageOf(ask(), studyId(99))).toBeUndefined()
  expect(window.pageOf(ask({}, { ...viewer, permissions: [] }), studyId(1))).toBeUndefined()
})

test('a newer copy replaces the older one, and one received at another time moves', () => {
  const window = new WorklistWindow()
  window.put(many(3))
  expect(window.answer(ask()).rows[0]?.id).toBe(studyId(2))
  window.put([aStudy({ id: studyId(0), received_datetime: receivedAt(0), study_desc: 'changed' })])
  expect(window.answer(ask()).rows.at(-1)?.study_desc).toBe('changed')
  window.put([aStudy({ id: studyId(0), received_datetime: receivedAt(99) })])
  expect(ids(window, ask())).toEqual([0, 2, 1].map(studyId))
  window.remove([studyId(2)])
  expect(ids(window, ask())).toEqual([0, 1].map(studyId))
})

test('a person’s change is in the list at once and is marked, until the copy holds it', () => {
  const window = new WorklistWindow()
  window.put(many(2))
  const change = { ackedRev: undefined as number | undefined, body: { status: 'Draft' } }
  window.setWaiting(new Map([[studyId(1), [change]]]))
  expect(window.answer(ask({ status: 'Draft' })).rows).toMatchObject([{ id: studyId(1), onDevice: true }])
  expect(ids(window, ask({ status: 'Pending' }))).toEqual([studyId(0)])
  window.setWaiting(new Map([[studyId(1), [{ ...change, ackedRev: 2 }]]]))
  expect(ids(window, ask({ status: 'Draft' }))).toEqual([studyId(1)])
  window.put([aStudy({ id: studyId(1), rev: 2, received_datetime: receivedAt(1), status: 'Signed' })])
  expect(window.answer(ask({ status: 'Signed' })).rows[0]?.onDevice).toBeUndefined()
  window.setWaiting(new Map())
  expect(ids(window, ask({ status: 'Signed' }))).toEqual([studyId(1)])
})

test('a list shows the studies that its mode and the viewer’s rights allow', () => {
  const window = new WorklistWindow()
  const own = (n: number) => ({ assigned_doctor_id: n === 1 ? DOCTOR : OTHER_DOCTOR })
  window.put([...many(2, own), aStudy({ id: studyId(7), branch_id: null, assigned_doctor_id: null })])
  expect(ids(window, ask())).toEqual([1, 0].map(studyId))
  expect(ids(window, ask({}, { ...viewer, isClientAdmin: true }))).toHaveLength(3)
  const reader = { ...viewer, permissions: [] }
  expect(ids(window, ask({ flag: 'worklist' }, reader))).toEqual([studyId(1)])
  expect(window.answer(ask({ flag: 'archives' }, reader))).toEqual({ rows: [], matching: 0 })
})

test('a query over 20,000 studies takes no noticeable time', () => {
  const window = new WorklistWindow()
  window.put(
    many(20_000, (n) => ({ pat_name: `Patient ${n % 997}`, modality: n % 3 === 0 ? 'CT,MR' : 'US' })),
  )
  const reader = { canSign: true, busy: [studyId(7)], skipped: [studyId(8)] }
  const questions = [
    { ...ask({ sort: 'reading' }), reader },
    { ...ask({ sort: 'reading', modality: 'MR', p: 50 }), reader },
    ask({ k: 'patient 99' }),
    ask({ modality: 'MR', p: 50 }),
    ask({ from_date: '2026-11-05' }),
    ask({ status: 'Signed' }),
  ]
  window.answer(ask())
  const times = Array.from({ length: 40 }, (_, i) => {
    const begun = performance.now()
    window.answer(questions[i % questions.length]!)
    return performance.now() - begun
  }).sort((a, b) => a - b)
  // The issue requires 50 ms at p95; a machine that runs all tests at once gets three times that.
  expect(times[37]).toBeLessThan(150)
})

test('sorted by priority, a tagged or signed study moves at once, and the pages follow', () => {
  const window = new WorklistWindow()
  window.put(many(4, (n) => ({ tat: n === 0 ? 10 : 600 })))
  const priority = (part: Partial<StudyListInput> = {}) => ids(window, ask({ sort: 'priority', ...part }))
  expect(priority()).toEqual([0, 1, 2, 3].map(studyId))
  const waiting = (id: string, body: object) => new Map([[id, [{ ackedRev: undefined, body: { ...body } }]]])
  window.setWaiting(waiting(studyId(2), { tag_critical_id: studyId(900) }))
  expect(priority()).toEqual([2, 0, 1, 3].map(studyId))
  expect(priority({ p: 2, ps: 2 })).toEqual([1, 3].map(studyId))
  window.setWaiting(waiting(studyId(0), { status: 'Signed' }))
  expect(priority()).toEqual([1, 2, 3, 0].map(studyId))
  expect(ids(window, ask())).toEqual([3, 2, 1, 0].map(studyId))
})

test('the reading order is: unread, skipped, open elsewhere, assigned to others, signed', () => {
  const noon = Date.UTC(2026, 10, 1, 12)
  const window = new WorklistWindow()
  const parts: Partial<StudyRow>[] = [
    { status: 'Signed' },
    { assigned_doctor_id: OTHER_DOCTOR },
    {},
    {},
    { tat: 600 },
    { tat: 700 },
    { tag_critical_id: studyId(900) },
    { status: 'Verified' },
  ]
  window.put(many(parts.length, (n) => parts[n]!))
  const reader = { canSign: true, busy: [studyId(2)], skipped: [studyId(3)] }
  const reading = (part: Partial<StudyListInput> = {}, who = reader) =>
    ids(window, { ...ask({ sort: 'reading', ...part }), reader: who, now: noon })
  expect(reading()).toEqual([6, 4, 5, 3, 2, 1, 7, 0].map(studyId))
  expect(reading({ p: 2, ps: 3 })).toEqual([3, 2, 1].map(studyId))
  expect(reading({ status: 'Pending', p: 2, ps: 5 })).toEqual([1].map(studyId))
  expect(window.answer({ ...ask({ sort: 'reading', ps: 2 }), reader }).matching).toBe(8)
  // A study that is signed on this device moves behind at once.
  window.setWaiting(new Map([[studyId(6), [{ ackedRev: undefined, body: { status: 'Signed' } }]]]))
  expect(reading()).toEqual([4, 5, 3, 2, 1, 7, 6, 0].map(studyId))
})

test('a person who signs nothing sees the unsigned studies by the same rule, none of them as their own', () => {
  const window = new WorklistWindow()
  window.put(many(3, (n) => ({ tat: n === 1 ? 5 : 600, assigned_doctor_id: n === 0 ? OTHER_DOCTOR : null })))
  const now = Date.UTC(2026, 10, 1, 0, 3)
  expect(ids(window, { ...ask({ sort: 'reading' }), now })).toEqual([1, 0, 2].map(studyId))
})

test('the reading order stays for a minute, and is rebuilt when a study, its doctor or the reader changes', () => {
  const window = new WorklistWindow()
  const free = { assigned_doctor_id: null }
  window.put(many(3, (n) => ({ ...free, tat: [600, 300, 400][n]! })))
  const noon = Date.UTC(2026, 10, 1, 0, 10)
  const reader = { canSign: true, busy: [] as string[], skipped: [] }
  const reading = (now = noon, who = reader) => ids(window, { ...ask({ sort: 'reading' }), reader: who, now })
  expect(reading()).toEqual([1, 2, 0].map(studyId))
  expect(reading(noon, { ...reader, busy: [studyId(1)] })).toEqual([2, 0, 1].map(studyId))
  const give = (assigned_doctor_id: string) =>
    window.put([aStudy({ id: studyId(2), received_datetime: receivedAt(2), tat: 400, assigned_doctor_id })])
  reading()
  // The person's own study counts with half its time.
  give(DOCTOR)
  expect(reading()).toEqual([2, 1, 0].map(studyId))
  give(OTHER_DOCTOR)
  expect(reading()).toEqual([1, 0, 2].map(studyId))
  // A page that is turned within the minute has the same order, although a study has less time since.
  const almost = noon + 290 * 60_000 - 30_000
  window.put([
    aStudy({ id: studyId(3), received_datetime: receivedAt(3), tat: 299, tag_id: studyId(900), ...free }),
  ])
  expect(reading(almost).slice(0, 2)).toEqual([3, 1].map(studyId))
  expect(reading(almost + 45_000).slice(0, 2)).toEqual([3, 1].map(studyId))
  expect(reading(almost + 61_000).slice(0, 2)).toEqual([1, 3].map(studyId))
})
