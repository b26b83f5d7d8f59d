// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import { copyIn } from '#tests/sync/support/copy-in.ts'
import 'fake-indexeddb/auto'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NotificationRow } from '#contract/calls/notifications.ts'
import { toldWords } from '#domain/notification/told-words.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { useNotifications } from '#src/sync/notifications/use-notifications.ts'
import { useUnread } from '#src/sync/notifications/use-unread.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { ModelServer } from '../support/model-server.ts'
import { aStudy, studyId } from '../support/rows.ts'
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
  await page.device.stop()
})

const ROW: NotificationRow = {
  id: '01970000-0000-7000-8000-0000000000e1',
  rev: 1,
  kind: 'study_assigned',
  subject_type: 'study',
  subject_id: studyId(1),
  noti_by: 'Meera Pillai',
  times: 1,
  created: '2026-11-20T09:00:00.000Z',
  read_on: null,
}

async function keep(row: NotificationRow): Promise<void> {
  const { notifications, cache } = page.databases
  await cache.notifications.put(await notifications.seal(copyIn('notification', row, 'user:me')))
}

const wordsOf = (told: ReturnType<typeof useNotifications>) =>
  told?.map(({ notification, known }) => toldWords(notification.kind, known))

test('without a copy of the study no name is shown; with it, the patient’s is', async () => {
  await keep(ROW)
  const { result } = renderHook(() => useNotifications())
  await waitFor(() => expect(wordsOf(result.current)).toEqual(['A study was assigned to you']))
  await keepConfirmed(page.databases, {
    study: aStudy({ pat_name: 'Asha Kamat', study_desc: 'MR Knee' }),
  })
  await waitFor(() => expect(wordsOf(result.current)).toEqual(['MR Knee of Asha Kamat was assigned to you']))
})

test('the newest is first, and only unread ones are counted', async () => {
  await keep(ROW)
  const second = { ...ROW, id: '01970000-0000-7000-8000-0000000000e2', created: '2026-11-20T10:00:00.000Z' }
  await keep(second)
  await keep({
    ...ROW,
    id: '01970000-0000-7000-8000-0000000000e3',
    created: '2026-11-20T08:00:00.000Z',
    read_on: '2026-11-20T09:00:00.000Z',
  })
  const list = renderHook(() => useNotifications())
  const count = renderHook(() => useUnread())
  await waitFor(() =>
    expect(list.result.current?.map(({ notification }) => notification.id.slice(-1))).toEqual([
      '2',
      '1',
      '3',
    ]),
  )
  await waitFor(() => expect(count.result.current).toBe(2))
})
