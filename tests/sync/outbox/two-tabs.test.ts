import { expect, test } from 'vitest'
import { claimBatch, takeFence } from '#src/sync/outbox/send/claim.ts'
import { NONE_IN_FLIGHT } from '#src/sync/outbox/send/find-sendable.ts'
import { settleOutcome } from '#src/sync/outbox/settle/settle.ts'
import { keepDraftIn, saveDraftIn, takeOverDraft } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aReport, aStudy, studyId } from '../support/rows.ts'
import { Browser, callerOver, isDrained, openPage, type Page, until } from '../support/test-page.ts'

const save = async ({ databases, device }: Page, text: string, study = studyId(1), base?: number) => {
  const draft = aDraft(text, { study_id: study, base_rev: base })
  const id = await saveDraftIn(databases, device.author, draft, 'Draft', saveLabel)
  device.wake()
  return id
}
const lockName = ({ userId }: Browser) => `readroom-sender-${userId}`
const twoStudies = () => new ModelServer([aStudy(), aStudy({ id: studyId(2) })])

test('commands of either tab are sent once, by one of them', async () => {
  const browser = new Browser()
  const server = twoStudies()
  const [one, two] = [await openPage(browser, server), await openPage(browser, server)]
  await Promise.all([save(one, 'of one'), save(two, 'of two', studyId(2))])
  await until(() => isDrained(one.databases))
  expect(server.happened.map(({ text }) => text).sort()).toEqual(['<p>of one</p>', '<p>of two</p>'])
  await Promise.all([one.device.stop(), two.device.stop()])
})

test('after the sending tab closes the other one continues', async () => {
  const browser = new Browser()
  const server = twoStudies()
  const one = await openPage(browser, server)
  const two = await openPage(browser, server)
  await save(one, 'first')
  await until(() => isDrained(one.databases))
  await one.device.stop()
  await save(two, 'second', studyId(2))
  await until(() => isDrained(two.databases))
  expect(server.happened.map(({ text }) => text)).toEqual(['<p>first</p>', '<p>second</p>'])
  await two.device.stop()
})

test('a frozen tab that resumes after another took over changes nothing', async () => {
  const browser = new Browser()
  const server = twoStudies()
  const one = await openPage(browser, server)
  one.link.set(false)
  const id = await save(one, 'text')
  // The frozen tab: it had claimed the command and notices the network only later.
  const { databases } = one
  const oldFence = await takeFence(databases.work)
  const { rows } = await claimBatch(databases.work, oldFence, browser.clock, NONE_IN_FLIGHT)
  const [frozen] = await databases.outbox.openAll(rows)
  browser.locks.release(lockName(browser))

  const two = await openPage(browser, server)
  await until(() => isDrained(two.databases))
  const ports = { ...one.device.author, now: () => browser.clock, random: () => 0 }
  await settleOutcome(databases, ports, frozen!, {
    kind: 'parked',
    error: { kind: 'refused', status: 422, code: 'refused' },
    refusal: { code: 'refused', message: 'late' },
  })
  expect((await databases.work.outbox.get(id))?.state).not.toBe('parked')
  await expect(claimBatch(databases.work, oldFence, browser.clock, NONE_IN_FLIGHT)).rejects.toThrow()
  expect(server.happened).toHaveLength(1)
  await Promise.all([one.device.stop(), two.device.stop()])
})

test('the text of another tab is saved before it is overwritten, and the two texts conflict', async () => {
  const browser = new Browser()
  const server = twoStudies()
  const stored = server.saveElsewhere({ report_data: '<p>there</p>' })
  const [one, two] = [await openPage(browser, server), await openPage(browser, server)]
  await keepDraftIn(
    one.databases,
    one.device.author,
    aDraft('typed in one', { base_rev: stored.rev }),
    saveLabel,
  )
  const second = await save(two, 'typed in two', studyId(1), stored.rev)
  await until(async () => (await two.databases.work.outbox.get(second))?.state === 'parked')
  expect(server.reports.get(stored.id)?.report_data).toBe('<p>typed in one</p>')
  const parked = await two.databases.outbox.find(second)
  expect(parked?.lastError?.code).toBe('conflict')
  expect(parked?.body.refusal?.current).toMatchObject({ report_data: '<p>typed in one</p>' })
  expect((await two.databases.drafts.find(stored.id))?.body.report_data).toBe('<p>typed in two</p>')
  await Promise.all([one.device.stop(), two.device.stop()])
})

test('a tab that opens the text of a closed tab continues it without a conflict', async () => {
  const browser = new Browser()
  const server = twoStudies()
  const one = await openPage(browser, server)
  one.link.set(false)
  await save(one, 'begun')
  await keepDraftIn(one.databases, one.device.author, aDraft('begun and typed on'), saveLabel)
  await one.device.stop()
  one.databases.close()

  const two = await openPage(browser, server)
  const found = await takeOverDraft(two.databases, two.device.author, aReport().id)
  expect(found?.report_data).toBe('<p>begun and typed on</p>')
  await saveDraftIn(
    two.databases,
    two.device.author,
    { ...found!, report_data: '<p>finished</p>' },
    'Draft',
    saveLabel,
  )
  two.device.wake()
  await until(() => isDrained(two.databases))
  expect(server.happened.map(({ text }) => text)).toEqual(['<p>begun</p>', '<p>finished</p>'])
  await two.device.stop()
})

test('the same command sent by two tabs at once takes effect once', async () => {
  const browser = new Browser()
  const server = twoStudies()
  server.faults = ['twice', 'twice']
  const one = await openPage(browser, server, { call: callerOver(server.fetch) })
  await save(one, 'text')
  await until(() => isDrained(one.databases))
  expect(server.happened).toHaveLength(1)
  await one.device.stop()
})
