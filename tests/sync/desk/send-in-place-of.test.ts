import { afterEach, expect, test } from 'vitest'
import type { QueueInput, QueueKey } from '#contract/registry.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { recordPayment } from '#src/sync/desk/record-payment.ts'
import { resendPayment } from '#src/sync/desk/resend-payment.ts'
import { resendVisitComment, resendVisitDocument } from '#src/sync/desk/resend-visit-parts.ts'
import { addVisitComment } from '#src/sync/desk/visit-comments.ts'
import { addVisitDocument } from '#src/sync/desk/visit-documents.ts'
import { REFUSED } from '#src/sync/files/send-files.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { NoLongerRefusedError, type RefusedCommand } from '#src/sync/outbox/refused/refused-command.ts'
import { ModelServer } from '../support/model-server.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

const VISIT = {
  id: '0199f0aa-1111-7000-8000-0123456789ab',
  rev: 3,
  branch_id: '0199f0aa-2222-7000-8000-aa',
  patient_id: '0199f0aa-5555-7000-8000-0123456789ab',
  is_radiology: 1,
} as const
const TAG = '0199f0aa-3333-7000-8000-0123456789ab'
const OTHER_TAG = '0199f0aa-4444-7000-8000-0123456789ab'
const bytes = (...given: number[]) => new Uint8Array(given)

let page: Page
afterEach(async () => {
  setDevice(undefined)
  await page.device.stop()
})

/** Opens a page without a network, where queued commands stay unchanged. */
async function start() {
  page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  setDevice(page.device)
}

const inQueue = async () =>
  page.databases.outbox.openAll(await page.databases.work.outbox.orderBy('id').toArray())

/** Marks the newest command as refused by the server. */
async function refuse(change: Partial<RefusedCommand> = {}): Promise<RefusedCommand> {
  const command = (await inQueue()).at(-1)!
  await page.databases.work.outbox.update(command.id, { state: 'parked', sentAt: 1 })
  const { id, call: key, body, depends } = command
  const { input, label } = body
  return { id, key, input, label, reason: 'No.', depends, madeOffline: false, ...change }
}

test('a corrected payment keeps the time, papers and receipts of the refused one', async () => {
  await start()
  await recordPayment(VISIT, [
    { mode: 'Cash', amount: 300 },
    { mode: 'Cheque', amount: 200 },
  ])
  const refused = await refuse({ madeOffline: true })
  const { id, outcome } = await resendPayment(VISIT, refused, [
    { mode: 'Cash', amount: 350 },
    { mode: 'Credit_Card', amount: 150 },
  ])
  expect(outcome).toEqual({ kind: 'waiting' })
  const queue = await inQueue()
  expect(queue).toMatchObject([{ id, state: 'waiting', supersedes: [refused.id], isOffline: true }])
  const before = refused.input as unknown as QueueInput<'appt/createReceipts'>
  const after = queue[0]?.body.input as unknown as QueueInput<'appt/createReceipts'>
  expect(after.taken_on).toBe(before.taken_on)
  expect(after.receipts.map(({ mode, amount }) => [mode, amount])).toEqual([
    ['Cash', 350],
    ['Credit_Card', 150],
  ])
  expect(after.receipts.map((one) => one.id)).toEqual(before.receipts.map((one) => one.id))
  expect(after.receipts.map((one) => one.provisional_no)).toEqual(
    before.receipts.map((one) => one.provisional_no),
  )
  const shown = await page.databases.work.overlay.where('command').equals(refused.id).count()
  expect(shown).toBe(0)
})

test('a corrected comment is the same comment with a different text', async () => {
  await start()
  await addVisitComment(VISIT, 'Technician', 'Contrast given')
  const refused = await refuse()
  await resendVisitComment(refused, { type: 'Normal', comment: 'Contrast given, 60 ml' })
  const queue = await inQueue()
  expect(queue.map(({ body, supersedes }) => [body.input, supersedes])).toEqual([
    [{ ...refused.input, type: 'Normal', comment: 'Contrast given, 60 ml' }, [refused.id]],
  ])
})

test('a command corrected or discarded in the meantime is not sent a second time', async () => {
  await start()
  await addVisitComment(VISIT, 'Normal', 'First')
  const refused = await refuse()
  const change = { type: 'Normal', comment: 'Second' } as const
  await resendVisitComment(refused, change)
  await expect(resendVisitComment(refused, change)).rejects.toThrow(NoLongerRefusedError)
  expect(await inQueue()).toHaveLength(1)
})

test('a new file replaces a refused one, which is deleted from the device', async () => {
  await start()
  await addVisitDocument({ visit: VISIT, tagId: TAG, name: 'scan.pdf', bytes: bytes(1, 2) })
  const refused = await refuse()
  const first = String(refused.input.file_id)
  await page.databases.work.blobs.update(first, { command: REFUSED })
  const file = { name: 'scan again.pdf', bytes: bytes(3, 4) }
  await resendVisitDocument(refused, { tagId: OTHER_TAG, file })
  const [command] = await inQueue()
  const input = command?.body.input
  expect(input).toMatchObject({ id: refused.input.id, tag_id: OTHER_TAG, name: 'scan again.pdf' })
  expect(command?.files).toEqual([input?.file_id])
  expect(await page.databases.work.blobs.toCollection().primaryKeys()).toEqual([input?.file_id])
})

test('the same file is sent to the server again after another tag is chosen', async () => {
  await start()
  await addVisitDocument({ visit: VISIT, tagId: TAG, name: 'scan.pdf', bytes: bytes(1, 2) })
  const refused = await refuse()
  const fileId = String(refused.input.file_id)
  await page.databases.work.blobs.update(fileId, { command: REFUSED })
  await resendVisitDocument(refused, { tagId: OTHER_TAG })
  expect((await inQueue())[0]?.body.input).toMatchObject({ tag_id: OTHER_TAG, file_id: fileId })
  expect((await page.databases.work.blobs.get(fileId))?.command).toBe('')
})

test('commands that waited for the refused one wait for its correction', async () => {
  await start()
  await addVisitComment(VISIT, 'Normal', 'First')
  const refused = await refuse()
  const key: QueueKey = 'appt/deleteComment'
  const input = { id: String(refused.input.id), for_study: 0 } as const
  const later = await enqueue(key, input, { label: 'Delete comment', depends: [refused.id] })
  const { id } = await resendVisitComment(refused, { type: 'Normal', comment: 'Second' })
  expect((await page.databases.work.outbox.get(later))?.depends).toEqual([id])
})
