// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { useOpenCriticals } from '#src/sync/study-parts/use-open-criticals.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { ModelServer } from '../support/model-server.ts'
import { aStudy, DOCTOR, OTHER_DOCTOR, studyId } from '../support/rows.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

let page: Page
beforeEach(async () => {
  page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  setDevice(page.device)
})
afterEach(async () => {
  cleanup()
  setDevice(undefined)
  setSession(undefined)
  await page.device.stop()
})

const RECORD: CriticalRow = {
  id: '01970000-0000-7000-8000-0000000000f1',
  rev: 1,
  study_id: studyId(1),
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

async function keep(record: CriticalRow): Promise<void> {
  const { criticals, cache } = page.databases
  const { id, rev, study_id: study } = record
  await cache.criticals.put(await criticals.seal({ id, rev, scope: 'local', study, body: record }))
}

/** Returns what waits for this person, by the ids of the records. */
function waitingFor(user_id: string) {
  setSession(sessionFields({ user_id }))
  const { result } = renderHook(() => useOpenCriticals())
  return () => result.current.map(({ critical }) => critical.id)
}

test('an open record is in the list of the study’s current doctor, not of the earlier one', async () => {
  await keepConfirmed(page.databases, { study: aStudy({ assigned_doctor_id: OTHER_DOCTOR }) })
  await keep(RECORD)
  const ids = waitingFor(OTHER_DOCTOR)
  await waitFor(() => expect(ids()).toEqual([RECORD.id]))
  cleanup()
  const former = waitingFor(DOCTOR)
  await keep({ ...RECORD, id: '01970000-0000-7000-8000-0000000000f3', study_id: studyId(2) })
  // For a study that is not on the device, the person in the record counts.
  await waitFor(() => expect(former()).toEqual(['01970000-0000-7000-8000-0000000000f3']))
})

test('a study reassigned offline takes its open record along at once', async () => {
  await keepConfirmed(page.databases, { study: aStudy({ assigned_doctor_id: DOCTOR }) })
  await keep(RECORD)
  const ids = waitingFor(OTHER_DOCTOR)
  await new Promise((done) => setTimeout(done, 50))
  expect(ids()).toEqual([])
  await enqueueCommand(page.databases, page.device.author, {
    key: 'assignDoctor',
    input: { study_id: studyId(1), assigned_doctor_id: OTHER_DOCTOR, signed_by_doctor_id: null },
    label: 'Assign',
  })
  await waitFor(() => expect(ids()).toEqual([RECORD.id]))
})
