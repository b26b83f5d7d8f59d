import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StudyRow } from '#contract/calls/studies.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { bringDetailAhead, detailAhead } from '#src/sync/reports/detail-ahead.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import { setLock } from '#src/sync/session/lock/lock-state.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { areStudiesFetched, findNextStudy } from '#src/sync/studies/find-next-study.ts'
import { lookAhead, nextStudyAfter } from '#src/sync/studies/next-ahead.ts'
import { findSkipped, skipStudy } from '#src/sync/studies/skipped-studies.ts'
import type { NextQuestion } from '#src/workers/next-study.ts'
import type { WorklistClient } from '#src/workers/worklist-client.ts'
import { WorklistWindow } from '#src/workers/worklist-window.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aReport, aStudy, BRANCH, DOCTOR, OTHER_DOCTOR, studyId } from '../support/rows.ts'
import { Browser, openPage, type Page, until } from '../support/test-page.ts'

let page: Page
/** The studies in memory; undefined while they are still being read. */
let inMemory: WorklistWindow | undefined
const worklist: WorklistClient = {
  give: () => undefined,
  ask: async () => undefined,
  next: async (question: NextQuestion) => inMemory && { id: inMemory.next(question) },
  pageOf: async (question, id) => inMemory && { page: inMemory.pageOf(question, id) },
  onChange: () => () => undefined,
  lock: () => undefined,
  unlock: () => undefined,
  close: () => undefined,
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const STUDIES: StudyRow[] = [
  aStudy({ id: studyId(1), tat: 600, received_datetime: minutesAgo(1) }),
  aStudy({ id: studyId(2), tat: 60, received_datetime: minutesAgo(10) }),
  aStudy({ id: studyId(3), tat: 60, received_datetime: minutesAgo(90) }),
  aStudy({ id: studyId(4), tat: 60, assigned_doctor_id: OTHER_DOCTOR, received_datetime: minutesAgo(99) }),
  aStudy({ id: studyId(5), tat: 60, status: 'Signed', received_datetime: minutesAgo(99) }),
]
const session = sessionFields({
  user_id: DOCTOR,
  is_doctor: 1,
  can_sign: 1,
  branch_ids: BRANCH,
  session_id: 's1',
})

beforeEach(async () => {
  inMemory = undefined
  page = await openPage(new Browser(), new ModelServer(), { openWorklist: () => worklist })
  page.link.set(false)
  for (const study of STUDIES) await keepConfirmed(page.databases, { study })
  setSession(session)
  setDevice(page.device)
})
afterEach(async () => {
  setDevice(undefined)
  setSession(undefined)
  await page.device.stop()
})

test('while the studies are loading into memory the index of the device returns the next one, offline', async () => {
  expect(await findNextStudy(studyId(1))).toBe(studyId(3))
  expect(await findNextStudy(studyId(3))).toBe(studyId(2))
})

test('the studies in memory give the same result', async () => {
  inMemory = new WorklistWindow()
  inMemory.put(STUDIES)
  expect(await findNextStudy(studyId(1))).toBe(studyId(3))
  expect(await findNextStudy(studyId(3))).toBe(studyId(2))
})

describe('a text of another doctor that is not on this device', () => {
  const written = aStudy({
    id: studyId(6),
    tat: 60,
    status: 'Draft',
    assigned_doctor_id: null,
    received_datetime: minutesAgo(999),
  })
  const partly = aStudy({ ...written, id: studyId(7), status: 'Pending', signed_reports: 1 })
  beforeEach(async () => {
    for (const study of [written, partly]) await keepConfirmed(page.databases, { study })
  })

  test.each(['index', 'memory'])('is not offered offline, by the %s', async (from) => {
    if (from === 'memory') {
      inMemory = new WorklistWindow()
      inMemory.put([...STUDIES, written, partly])
    }
    expect(await findNextStudy(studyId(1))).toBe(studyId(3))
  })

  test('is offered while the server is reachable', async () => {
    page.link.set(true)
    expect(await findNextStudy(studyId(1))).toBe(studyId(6))
  })

  test('is offered once it is here, or if it was written here', async () => {
    await keepConfirmed(page.databases, {
      study: written,
      reports: [aReport({ study_id: studyId(6), updated_by: OTHER_DOCTOR })],
    })
    expect(await findNextStudy(studyId(1))).toBe(studyId(6))
    await saveReport(aDraft('text', { study_id: studyId(7), report_no: 2 }), 'Draft')
    expect(await findNextStudy(studyId(6))).toBe(studyId(7))
  })
})

test('a study signed only on this device is not offered again', async () => {
  await saveReport(aDraft('text', { study_id: studyId(3) }), 'Signed')
  expect(await findNextStudy(studyId(1))).toBe(studyId(2))
})

test('a person who may not sign has no next study', async () => {
  setSession({ ...session, can_sign: 0 })
  expect(await findNextStudy(studyId(1))).toBeUndefined()
})

test('skipped studies come last, in the order of skipping, and only in this session', async () => {
  await skipStudy(studyId(3), 'waiting_for_priors')
  expect(await findNextStudy(studyId(3))).toBe(studyId(2))
  await skipStudy(studyId(2), 'poor_images')
  expect(await findNextStudy(studyId(2))).toBe(studyId(1))
  expect(await findNextStudy(studyId(1))).toBe(studyId(3))
  await skipStudy(studyId(3), 'second_opinion')
  expect(await findNextStudy(studyId(1))).toBe(studyId(2))
  expect(await findSkipped()).toEqual([
    { study_id: studyId(2), reason: 'poor_images' },
    { study_id: studyId(3), reason: 'second_opinion' },
  ])
  setSession({ ...session, session_id: 's2' })
  expect(await findSkipped()).toEqual([])
  expect(await findNextStudy(studyId(1))).toBe(studyId(3))
})

test('the studies are fetched once the last page of the first copies is here', async () => {
  await page.databases.cache.meta.clear()
  expect(await areStudiesFetched()).toBe(false)
  page.link.set(true)
  page.device.refresh()
  await until(areStudiesFetched)
})

test('no study is returned when no other one waits', async () => {
  setSession({ ...session, user_id: OTHER_DOCTOR })
  expect(await findNextStudy(studyId(4))).toBeUndefined()
})

describe('searching ahead', () => {
  const asked: string[] = []
  beforeEach(() => {
    asked.length = 0
    inMemory = new WorklistWindow()
    inMemory.put(STUDIES)
    vi.spyOn(worklist, 'next').mockImplementation(async (question) => {
      asked.push(question.withoutId)
      return { id: inMemory?.next(question) }
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  test('the next study is searched once and is already loaded when its screen opens', async () => {
    lookAhead(studyId(1))
    expect(await nextStudyAfter(studyId(1))).toBe(studyId(3))
    expect(asked).toEqual([studyId(1)])
    await until(async () => detailAhead(studyId(3), page.device) !== undefined, 'the study was read')
    expect(detailAhead(studyId(3), page.device)).toMatchObject({
      study: { id: studyId(3) },
      isComplete: true,
    })
    expect(detailAhead(studyId(2), page.device)).toBeUndefined()
    // After the study was opened, the same response is not used for the next one.
    expect(await nextStudyAfter(studyId(3))).toBe(studyId(2))
    expect(asked).toEqual([studyId(1), studyId(3)])
  })

  test('a study loaded ahead is tracked: after a change notice the earlier state is never shown', async () => {
    const [before, after] = ['<p>Read ahead.</p>', '<p>Of another tab.</p>']
    const report = aReport({ study_id: studyId(3), report_data: before })
    await keepConfirmed(page.databases, { reports: [report] })
    lookAhead(studyId(1))
    const textNow = () => detailAhead(studyId(3), page.device)?.reports[0]?.report_data
    await until(() => textNow() === before, 'the study was read')
    const { openAll } = page.databases.reports
    vi.spyOn(page.databases.reports, 'openAll').mockImplementation(async (rows) => {
      await new Promise((done) => setTimeout(done, 80))
      return openAll(rows)
    })
    await keepConfirmed(page.databases, { reports: [{ ...report, rev: report.rev + 1, report_data: after }] })
    const texts: (string | undefined)[] = []
    await until(() => {
      if (texts.length === 0 || texts.at(-1) !== textNow()) texts.push(textNow())
      return textNow() === after
    }, 'the change was read')
    // Until the notice it may be unchanged; while the changed rows are being opened there is no next study.
    expect([
      [undefined, after],
      [before, undefined, after],
    ]).toContainEqual(texts)
  })

  test('it is searched again after ten seconds, after another study, and when the network changes', async () => {
    const { now } = Date
    const later = vi.spyOn(Date, 'now')
    lookAhead(studyId(1))
    later.mockImplementation(() => now() + 10_000)
    expect(await nextStudyAfter(studyId(1))).toBe(studyId(3))
    expect(asked).toHaveLength(2)
    later.mockRestore()
    lookAhead(studyId(1))
    expect(await nextStudyAfter(studyId(3))).toBe(studyId(2))
    expect(asked).toHaveLength(4)
    lookAhead(studyId(1))
    page.link.set(true)
    expect(await nextStudyAfter(studyId(1))).toBe(studyId(3))
    await until(async () => asked.length === 6, 'both searches asked')
  })

  const LOCKED = { kind: 'locked', why: 'asked', isOverdue: false } as const

  test('a locked page keeps nothing of the next study, and receives nothing of one being loaded', async () => {
    setLock({ kind: 'open' })
    lookAhead(studyId(1))
    await until(async () => detailAhead(studyId(3), page.device) !== undefined, 'the study was read')
    setLock(LOCKED)
    expect(detailAhead(studyId(3), page.device)).toBeUndefined()
    setLock({ kind: 'open' })
    // A result from before the lock is searched again.
    expect(await nextStudyAfter(studyId(1))).toBe(studyId(3))
    expect(asked).toEqual([studyId(1), studyId(1)])
    bringDetailAhead(studyId(2))
    setLock(LOCKED)
    await new Promise((done) => setTimeout(done, 50))
    expect(detailAhead(studyId(2), page.device)).toBeUndefined()
    setLock({ kind: 'none' })
  })

  test('without studies on the device it blocks nothing', () => {
    setDevice(undefined)
    expect(() => lookAhead(studyId(1))).not.toThrow()
  })
})
