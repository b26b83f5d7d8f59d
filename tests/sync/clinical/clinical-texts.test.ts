import { afterEach, expect, test, vi } from 'vitest'
import { clinicalRecordIdOf } from '#domain/clinical/record-id.ts'
import { answerTextMessage, UnloadDraftHolder } from '#src/sw/unload-drafts.ts'
import {
  type ClinicalText,
  clinicalRow,
  clinicalSave,
  linesText,
  recordOf,
  saysTheSame,
} from '#src/sync/clinical/clinical-text.ts'
import {
  findClinicalText,
  keepClinicalText,
  leaveClinicalText,
  saveClinicalText,
} from '#src/sync/clinical/clinical-texts.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { keepRowIn, saveRowIn, settleRowIn, takeOverRow } from '#src/sync/drafts/draft-rows.ts'
import { settleRows } from '#src/sync/outbox/settle/settle-rows.ts'
import { ModelServer } from '../support/model-server.ts'
import { anAuthor, Browser, newUser, openBare, openPage } from '../support/test-page.ts'

const VISIT = '0199f0aa-1111-7000-8000-0123456789ab'
const DOCTOR = '0199f0aa-2222-7000-8000-ba9876543210'
const ID = clinicalRecordIdOf(VISIT, DOCTOR, 'MED_HISTORY')

afterEach(() => {
  setDevice(undefined)
  vi.unstubAllGlobals()
})

const aNote = (content: string, changes: Partial<ClinicalText> = {}): ClinicalText => ({
  id: ID,
  appt_id: VISIT,
  kind: 'MED_HISTORY',
  content: `<p>${content}</p>`,
  base_rev: undefined,
  updated: 1,
  ...changes,
})
const aLine = (medicine: string) => ({
  id: clinicalRecordIdOf(VISIT, DOCTOR, 'TREAT_PLAN'),
  medicine,
  dose: [],
  after_before_meal: 'After' as const,
  duration: '',
})

async function start() {
  const user = newUser()
  const databases = await openBare(user)
  const author = anAuthor(user)
  const row = (content: string, changes?: Partial<ClinicalText>) =>
    clinicalRow(aNote(content, changes), author.writer)
  const save = (content: string, changes?: Partial<ClinicalText>) => {
    const written = row(content, changes)
    return saveRowIn(databases, author, written, clinicalSave(written), clinicalSave)
  }
  return { databases, author, row, save }
}

test('typed but unsaved text is found again, and nothing is sent for it', async () => {
  const { databases, author, row } = await start()
  await keepRowIn(databases, author, row('typed'), clinicalSave)
  expect((await takeOverRow(databases, { ...author, writer: 'next page' }, ID))?.body.report_data).toBe(
    '<p>typed</p>',
  )
  expect(await databases.work.outbox.count()).toBe(0)
})

test('waiting autosaves of one note replace each other and keep the base of the first', async () => {
  const { databases, save } = await start()
  await save('one', { base_rev: 4 })
  await save('two', { base_rev: 4 })
  const waiting = await databases.work.outbox.toArray()
  expect(waiting).toMatchObject([{ record: `treatment:${ID}`, base: { rev: 4 }, isAuto: true }])
  const [command] = await databases.outbox.openAll(waiting)
  expect(command?.body.input).toMatchObject({
    id: ID,
    appt_id: VISIT,
    type: 'MED_HISTORY',
    content: '<p>two</p>',
  })
})

test('typing during a save continues from the revision that the server returns', async () => {
  const { databases, save } = await start()
  const first = await save('one', { base_rev: 4 })
  const row = await databases.work.outbox.get(first)
  const answer = { pos: 1, rev: 5, body: {} }
  await settleRows(databases.work, { now: Date.now, random: Math.random }, [
    { row: row!, outcome: { kind: 'acked', answer } },
  ])
  const second = await save('one and two', { base_rev: 4 })
  expect((await databases.work.outbox.get(second))?.base).toMatchObject({ rev: 5 })
})

test('text of the same doctor’s other page is saved before this page writes', async () => {
  const { databases, author, row } = await start()
  await keepRowIn(databases, author, row('of the other page'), clinicalSave)
  const here = { ...author, writer: 'this page' }
  await keepRowIn(databases, here, { ...row('of this page'), writer: 'this page' }, clinicalSave)
  const [saved] = await databases.outbox.openAll(await databases.work.outbox.toArray())
  expect(saved?.body.input).toMatchObject({ content: '<p>of the other page</p>' })
  expect((await databases.drafts.find(ID))?.body.report_data).toBe('<p>of this page</p>')
})

test('a resolved conflict is one save on the server’s current revision', async () => {
  const { databases, author, row, save } = await start()
  const refused = await save('mine', { base_rev: 1 })
  await databases.work.outbox.update(refused, { state: 'parked', sentAt: 1 })
  await save('mine, and on', { base_rev: 1 })
  const chosen = row('mine and theirs')
  const record = recordOf({ id: ID, kind: 'MED_HISTORY' })
  await settleRowIn(databases, author, { row: chosen, rev: 7, save: clinicalSave(chosen), record })
  const left = await databases.work.outbox.toArray()
  expect(left).toMatchObject([{ state: 'waiting', base: { rev: 7 }, supersedes: [refused] }])
})

test('a line without a medicine is kept for typing and left out of the sent prescription', async () => {
  const { databases, author } = await start()
  const lines = [aLine('Aspirin 75 mg'), aLine(' ')]
  const written = clinicalRow(
    {
      id: clinicalRecordIdOf(VISIT, DOCTOR, 'PRESCRIPTION'),
      appt_id: VISIT,
      kind: 'PRESCRIPTION',
      content: linesText(lines),
      base_rev: undefined,
      updated: 1,
    },
    author.writer,
  )
  await saveRowIn(databases, author, written, clinicalSave(written), clinicalSave)
  const [command] = await databases.outbox.openAll(await databases.work.outbox.toArray())
  expect(command?.body.input).toMatchObject({ prescriptions: [lines[0]] })
  expect(saysTheSame('PRESCRIPTION', linesText(lines), linesText(lines.slice(0, 1)))).toBe(true)
  expect(saysTheSame('PRESCRIPTION', linesText(lines), linesText([]))).toBe(false)
})

test('text typed just before a page closes appears in the page that replaces it', async () => {
  const held = new UnloadDraftHolder()
  const postMessage = (message: object, transfer?: MessagePort[]) =>
    void answerTextMessage(held, structuredClone(message), transfer?.[0])
  vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker: { controller: { postMessage } } })
  const browser = new Browser()
  const server = new ModelServer()
  const left = await openPage(browser, server)
  setDevice(left.device)
  await keepClinicalText(aNote('Angina', { updated: 1 }))
  leaveClinicalText(aNote('Angina on exertion', { updated: 2 }))
  await left.device.stop()
  left.databases.close()
  const next = await openPage(browser, server)
  setDevice(next.device)
  expect((await findClinicalText(ID))?.content).toBe('<p>Angina on exertion</p>')
  next.link.set(false)
  await saveClinicalText(aNote('Angina on exertion', { updated: 3 }))
  expect(await next.databases.work.outbox.count()).toBe(1)
  await next.device.stop()
})

test('the doctor’s next text replaces a refused save, but not one of two conflicting texts', async () => {
  const page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  setDevice(page.device)
  const { outbox } = page.databases.work
  const saved = async () => page.databases.outbox.openAll(await outbox.orderBy('seq').toArray())
  await saveClinicalText(aNote('not permitted', { base_rev: 4 }))
  const [refused] = await saved()
  const lastError = { kind: 'refused', status: 422, code: 'not_permitted', at: 1 } as const
  await outbox.update(refused!.id, { state: 'parked', sentAt: 1, lastError })
  await saveClinicalText(aNote('corrected', { base_rev: 4 }))
  const [corrected, ...others] = await saved()
  expect(others).toEqual([])
  expect(corrected).toMatchObject({ state: 'waiting', base: { rev: 4 }, supersedes: [refused!.id] })
  expect(corrected?.body.input).toMatchObject({ content: '<p>corrected</p>' })

  const conflict = { ...lastError, code: 'conflict' } as const
  await outbox.update(corrected!.id, { state: 'parked', sentAt: 2, lastError: conflict })
  await saveClinicalText(aNote('typed on', { base_rev: 4 }))
  expect((await saved()).map(({ state }) => state)).toEqual(['parked', 'waiting'])
  await page.device.stop()
})
