import { afterEach, expect, test, vi } from 'vitest'
import type { Databases } from '#src/db/open-databases.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { keepDraftIn, saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { aDraft, DOCTOR, studyId } from '../support/rows.ts'
import { anAuthor, newUser, openBare } from '../support/test-page.ts'

let open: Databases[] = []
afterEach(() => {
  for (const databases of open) databases.close()
  open = []
})

/** Opens a page of the user's device: a separate connection to the same databases. */
async function aPage(userId: string) {
  const databases = await openBare(userId)
  open.push(databases)
  const signed: number[] = []
  const author = {
    ...anAuthor(userId),
    writer: crypto.randomUUID(),
    sign: async ({ seq }: Pick<OutboxRow, 'seq'>) => {
      signed.push(seq)
      return {}
    },
  }
  const assign = (n: number) =>
    enqueueCommand(databases, author, {
      key: 'assignDoctor',
      input: { study_id: studyId(n), assigned_doctor_id: DOCTOR, signed_by_doctor_id: null },
      label: 'Assign',
    })
  const save = (text: string, n: number) =>
    saveDraftIn(
      databases,
      author,
      aDraft(text, { study_id: studyId(n), report_id: studyId(n) }),
      'Draft',
      saveLabel,
    )
  const rowOf = async (id: string) => (await databases.work.outbox.get(id))!
  return { databases, author, assign, save, signed, rowOf }
}

test('a further change does not read from the disk before it is signed', async () => {
  const page = await aPage(newUser())
  await page.assign(1)
  const asked = vi.spyOn(page.databases.work.meta, 'toArray')
  const second = await page.assign(2)
  expect(asked).toHaveBeenCalledTimes(1)
  const third = await page.save('first text', 3)
  expect(asked).toHaveBeenCalledTimes(2)
  expect([(await page.rowOf(second)).seq, (await page.rowOf(third)).seq]).toEqual([2, 3])
  expect(page.signed).toEqual([1, 2, 3])
})

test('a change gets a new position and signature if another tab was faster', async () => {
  const userId = newUser()
  const [one, other] = [await aPage(userId), await aPage(userId)]
  await one.assign(1)
  await other.assign(2)
  const id = await one.assign(3)
  expect((await one.rowOf(id)).seq).toBe(3)
  expect(one.signed).toEqual([1, 2, 3])
  const again = await one.assign(4)
  expect((await one.rowOf(again)).seq).toBe(4)
})

test('the signature covers a clock offset or server history learnt in the meantime', async () => {
  const page = await aPage(newUser())
  await page.assign(1)
  await page.databases.work.meta.put({ id: 'skew', value: 5_000 })
  expect((await page.rowOf(await page.assign(2))).skewMs).toBe(5_000)
  await page.databases.work.meta.put({ id: 'epoch', value: 0, text: 'second' })
  const save = await page.save('text on a revision', 3)
  expect((await page.rowOf(save)).skewMs).toBe(5_000)
})

test('a further save of a text follows the last one, even if an earlier page saved it', async () => {
  const userId = newUser()
  const before = await aPage(userId)
  const first = await before.save('one', 1)
  const page = await aPage(userId)
  await page.assign(2)
  await page.databases.work.drafts.update(studyId(1), { writer: page.author.writer })
  const second = await page.save('one two', 1)
  expect((await page.rowOf(second)).base).toEqual({ follows: first })
  const third = await page.save('one two three', 1)
  expect((await page.rowOf(third)).base).toEqual({ follows: second })
})

test('a prepared change does not overwrite another page’s text unseen', async () => {
  const userId = newUser()
  const [one, other] = [await aPage(userId), await aPage(userId)]
  await one.assign(2)
  const typed = aDraft('typed elsewhere', { study_id: studyId(1), report_id: studyId(1) })
  await keepDraftIn(other.databases, other.author, typed, saveLabel)
  const id = await one.save('mine', 1)
  const rows = await one.databases.work.outbox
    .where('aggregate')
    .equals((await one.rowOf(id)).aggregate)
    .toArray()
  expect(new Set(rows.map(({ isAuto }) => isAuto))).toEqual(new Set([false, true]))
})
