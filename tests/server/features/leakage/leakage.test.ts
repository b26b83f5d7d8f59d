import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LeakCount } from '#contract/calls/leakage.ts'
import { LEAK_LINES, type LeakLine } from '#domain/leakage/lines.ts'
import { addDays } from '#domain/time/zones.ts'
import { askAdmin, readAudit, updateClient } from '../look-inside.ts'
import { type Answer, type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, CLIENT, KOTHRUD, MANAGER, RECEPTION } from '../sales/books.ts'
import { putLeakBook, putStudy } from './leak-books.ts'

let server: DemoServer
let admin: ApiUser
let manager: ApiUser
let reception: ApiUser
let kuwait: ApiUser
let days = 0
/** Each test has its own day before all days of the demo. */
let day = ''

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  manager = await server.signIn('manager.andheri')
  reception = await server.signIn('reception.andheri')
  kuwait = await server.signIn('admin.alnoor')
})
afterAll(() => server.close())
beforeEach(() => {
  days += 2
  day = addDays('2018-06-01', days)
})

const at = () => new Date(`${day}T06:00:00Z`)
const range = () => ({ from_date: day, to_date: day })
const board = (desk: ApiUser, more: Record<string, string> = {}) =>
  desk.get(`${PHP}report/leakage`, { ...range(), ...more })
const entries = (desk: ApiUser, line: LeakLine, more: Record<string, string> = {}) =>
  desk.get(`${PHP}report/leakageEntries`, { ...range(), line, ...more })
const countOf = ({ body }: Answer, line: LeakLine): LeakCount | undefined =>
  (body.result as LeakCount[]).find((one) => one.line === line)
const act = (desk: ApiUser, input: object) =>
  desk.post(`${PHP}report/explainLeakage`, { line: 'no_show', act: 'Explained', version: 0, ...input })

/** Inserts a visit of the day whose patient did not arrive. */
const putNoShow = (more: object = {}) =>
  putLeakBook(server, {
    start: at(),
    status: 2,
    isStarted: false,
    lines: [{ charges: 600_00 }],
    ...more,
  })

test('an explained entry leaves the open count, and is reopened by a newer row', async () => {
  const visit = await putNoShow()
  const other = await putNoShow()
  expect(countOf(await board(manager), 'no_show')).toMatchObject({ open: 2, explained: 0, amount: 1200 })
  const done = await act(manager, {
    subject_id: visit,
    reason: 'Patient_Declined',
    note: ' Rang to say so. ',
  })
  expect(done.body).toMatchObject({
    message: 'Explained',
    result: { is_explained: 1, version: 1, amount: 600, acts: [{ note: 'Rang to say so.' }] },
  })
  expect(countOf(await board(manager), 'no_show')).toMatchObject({ open: 1, explained: 1, amount: 600 })
  const { data, totals } = (await entries(manager, 'no_show')).body.result
  expect(data.map(({ subject_id }: { subject_id: string }) => subject_id)).toEqual([other])
  expect(totals).toEqual({ entries: 1, amount: 600, unpriced: 0 })
  const shown = (await entries(manager, 'no_show', { state: 'Explained' })).body.result.data
  expect(shown).toMatchObject([{ subject_id: visit, appt_id: visit, branch_id: ANDHERI, is_explained: 1 }])

  expect((await act(admin, { subject_id: visit, act: 'Reopened', version: 1 })).body.code).toBe(
    'reason_needed',
  )
  const again = await act(admin, {
    subject_id: visit,
    act: 'Reopened',
    version: 1,
    note: 'He says that he was here.',
  })
  expect(again.body.result).toMatchObject({ is_explained: 0, version: 2 })
  expect(again.body.result.acts.map((one: { act: string; reason: string }) => [one.act, one.reason])).toEqual(
    [
      ['Reopened', null],
      ['Explained', 'Patient_Declined'],
    ],
  )
  expect(countOf(await board(manager), 'no_show')).toMatchObject({ open: 2, explained: 0 })
  const audit = (await readAudit(server, CLIENT, 'leakage')).filter(({ record_id }) => record_id === visit)
  expect(audit).toMatchObject([
    { action: 'explain_leak', user_id: MANAGER, detail: { line: 'no_show', reason: 'Patient_Declined' } },
    { action: 'reopen_leak', detail: { version: 2 } },
  ])
})

test('the second of two people who explain one entry sees the first explanation', async () => {
  const visit = await putNoShow()
  const both = await Promise.all([
    act(manager, { subject_id: visit, reason: 'Moved' }),
    act(admin, { subject_id: visit, reason: 'Patient_Declined' }),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const late = await act(admin, { subject_id: visit, reason: 'Moved' })
  expect(late.body).toMatchObject({ code: 'conflict', current: { version: 1, is_explained: 1 } })
  const seen = await act(admin, { subject_id: visit, reason: 'Moved', version: 1 })
  expect(seen.body).toMatchObject({ code: 'refused' })
  const rows = await askAdmin(server, 'select version from leak_explanation where subject_id = $1', [visit])
  expect(rows).toEqual([{ version: 1 }])
})

test('an explanation covers the amount at the time: an entry that costs more later is open again', async () => {
  const visit = await putNoShow()
  await act(manager, { subject_id: visit, reason: 'Moved' })
  await askAdmin(server, 'update visit set charges = 500, net_charges = 500 where id = $1', [visit])
  expect(countOf(await board(manager), 'no_show')).toMatchObject({ open: 0, explained: 1 })
  await askAdmin(server, 'update visit set charges = 601, net_charges = 601 where id = $1', [visit])
  expect(countOf(await board(manager), 'no_show')).toMatchObject({ open: 1, explained: 0, amount: 601 })
  const again = await act(manager, { subject_id: visit, reason: 'Moved', version: 1 })
  expect(again.body.result).toMatchObject({ is_explained: 1, version: 2 })
})

test('a reason belongs to its line, and the free one needs text', async () => {
  const subject_id = await putNoShow()
  expect((await act(manager, { subject_id })).body).toMatchObject({
    code: 'invalid',
    fields: { reason: 'is required' },
  })
  expect((await act(manager, { subject_id, reason: 'Two_People' })).body.fields).toEqual({
    reason: 'is not a reason of this line',
  })
  expect((await act(manager, { subject_id, reason: 'Other', note: '  ' })).body.fields).toEqual({
    note: 'is required with this reason',
  })
  expect((await act(manager, { subject_id, act: 'Reopened', note: 'Why not.' })).body.code).toBe('refused')
  expect((await act(manager, { subject_id, reason: 'Nonsense' })).status).toBe(400)
})

test('scopes are own branches, own visits, own invoices; the entries of others are not found', async () => {
  const [andheri, kothrud] = [await putNoShow({ createdBy: MANAGER }), await putNoShow({ branch: KOTHRUD })]
  const byDesk = await putNoShow({ createdBy: RECEPTION })
  expect(countOf(await board(admin), 'no_show')?.open).toBe(3)
  expect(countOf(await board(admin, { branch_id: KOTHRUD }), 'no_show')?.open).toBe(1)
  expect(countOf(await board(manager), 'no_show')?.open).toBe(2)
  expect((await board(manager, { branch_id: KOTHRUD })).status).toBe(404)
  expect((await act(manager, { subject_id: kothrud, reason: 'Moved' })).status).toBe(404)
  expect((await act(kuwait, { subject_id: andheri, reason: 'Moved' })).status).toBe(404)
  expect((await act(manager, { subject_id: mintId(), reason: 'Moved' })).status).toBe(404)
  expect(countOf(await board(kuwait), 'no_show')?.open).toBe(0)
  const role = (change: string) =>
    askAdmin(server, `update role set ${change} where client_id = $1 and name = 'Branch manager'`, [CLIENT])
  await role(`sales_report = 'Self_Created_Only'`)
  const own = await board(manager)
  expect(countOf(own, 'no_show')?.open).toBe(1)
  expect(own.body.scope).toEqual({ self_created: 1, invoices: 'All' })
  // Studies belong to no person's sales.
  expect(own.body.result.map(({ line }: LeakCount) => line)).not.toContain('unmatched_study')
  expect((await entries(manager, 'unmatched_study')).body.code).toBe('not_permitted')
  expect((await act(manager, { subject_id: byDesk, reason: 'Moved' })).status).toBe(404)
  await role(`sales_report = 'All', sales_invoice = 'Paid_Only'`)
  expect(countOf(await board(manager), 'no_show')?.open).toBe(0)
  await role(`sales_invoice = 'All'`)
})

test('rights: the sales report and its module', async () => {
  expect((await board(reception)).body.code).toBe('not_permitted')
  expect((await entries(reception, 'no_show')).body.code).toBe('not_permitted')
  expect((await act(reception, { subject_id: mintId(), reason: 'Moved' })).body.code).toBe('not_permitted')
  const [row] = await askAdmin<{ main_modules: string[] }>(
    server,
    'select main_modules from client where id = $1',
    [CLIENT],
  )
  const main_modules = row?.main_modules ?? []
  await updateClient(server, CLIENT, { main_modules: main_modules.filter((one) => one !== 'sales_report') })
  expect((await board(admin)).body.code).toBe('module_off')
  await updateClient(server, CLIENT, { main_modules })
  const refused = await admin.get(`${PHP}report/leakage`, { from_date: day, to_date: addDays(day, -1) })
  expect(refused.body).toMatchObject({ code: 'invalid', fields: { to_date: expect.any(String) } })
})

test('studies without a service belong to their branch, and those without a branch to the administrator', async () => {
  const here = await putStudy(server, { at: at() })
  const nowhere = await putStudy(server, { branch: null, at: at() })
  await putStudy(server, { branch: KOTHRUD, at: at() })
  await putStudy(server, { at: new Date(`${addDays(day, 1)}T06:00:00Z`) })
  expect(countOf(await board(admin), 'unmatched_study')).toEqual({
    line: 'unmatched_study',
    open: 3,
    explained: 0,
    amount: null,
    unpriced: 0,
    trend: [3],
    trend_unit: 'day',
  })
  const { data } = (await entries(manager, 'unmatched_study')).body.result
  expect(data).toMatchObject([
    { subject_id: here, study_id: here, appt_id: null, pat_name: 'Nobody Known', what: 'CT Brain' },
  ])
  const input = { line: 'unmatched_study', reason: 'Test_Record' }
  expect((await act(manager, { ...input, subject_id: nowhere })).status).toBe(404)
  expect((await act(admin, { ...input, subject_id: nowhere })).body.result.branch_id).toBeNull()
  await askAdmin(server, 'delete from study where id = any($1)', [[here, nowhere]])
})

test('a refund, a service and a patient are handled by their own ids, on any day', async () => {
  const signedOn = new Date(`${day}T08:00:00Z`)
  await putLeakBook(server, {
    start: at(),
    status: 10,
    lines: [
      { charges: 900_00, scanned: true },
      { charges: 100_00, discount: 100_00, scanned: true },
    ],
    leaks: [{ list: 1000 }, { list: 150 }],
    money: [
      { minor: 900_00, day },
      { kind: 'refund', minor: 50_00, day },
    ],
    report: { status: 'Verified', signedOn },
  })
  for (const [line, amount] of [
    ['refunded_report', 50],
    ['released_unpaid', 50],
    ['below_list', 100],
    ['scanned_free', 150],
  ] as const) {
    const [entry] = (await entries(manager, line)).body.result.data
    expect(entry.amount, line).toBe(amount)
    const done = await act(manager, {
      line,
      subject_id: entry.subject_id,
      reason: 'Other',
      note: 'Looked at.',
    })
    expect(done.body.result, line).toMatchObject({ is_explained: 1, amount })
    expect(countOf(await board(manager), line), line).toMatchObject({ open: 0, explained: 1, amount: 0 })
  }
})

test('every line that the reader may see is on the board, in its order', async () => {
  expect((await board(manager)).body.result.map(({ line }: LeakCount) => line)).toEqual(LEAK_LINES)
})
