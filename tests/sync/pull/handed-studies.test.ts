import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import type { TabMessage } from '#src/db/tab-messages.ts'
import type { Device } from '#src/sync/device.ts'
import type { WorklistClient } from '#src/workers/worklist-client.ts'
import { ModelServer } from '../support/model-server.ts'
import { aStudy, studyId } from '../support/rows.ts'
import { Browser, openPage, until } from '../support/test-page.ts'

let device: Device | undefined
afterEach(() => device?.stop())

test('a page hands the studies that it pulls to its worklist, and announces them afterwards', async () => {
  const browser = new Browser()
  const told: string[] = []
  browser.hub.open().messages$.subscribe((message: TabMessage) => {
    if (message.kind === 'studies') told.push(`announced ${String(message.ids)}`)
  })
  const worklist: WorklistClient = {
    ask: async () => undefined,
    pageOf: async () => undefined,
    next: async () => undefined,
    onChange: () => () => undefined,
    give: (studies) =>
      told.push(`given ${studies.map(({ id, study_desc }) => `${id} ${study_desc}`).join()}`),
    lock: () => undefined,
    unlock: () => undefined,
    close: () => undefined,
  }
  const server = new ModelServer()
  const body = aStudy({ id: studyId(1), study_desc: 'CT Brain' })
  server.pullRows = [[{ type: 'study', id: body.id, rev: body.rev, op: 'put', scope: 'branch:one', body }]]
  const page = await openPage(browser, server, { openWorklist: () => worklist })
  device = page.device
  device.worklist()
  device.refresh()
  await until(() => told.length >= 2)
  expect(told.slice(0, 2)).toEqual([`given ${studyId(1)} CT Brain`, `announced ${studyId(1)}`])
})
