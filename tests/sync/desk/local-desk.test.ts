import { expect, test } from 'vitest'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import { localDesk } from '#src/sync/desk/local-desk.ts'
import { openShown } from '#src/sync/desk/merged-record.ts'
import { findOccupants } from '#src/sync/desk/occupants.ts'
import { recordPayment } from '#src/sync/desk/record-payment.ts'
import { findSignedOf } from '#src/sync/desk/signed-of-patient.ts'
import { startVisit } from '#src/sync/desk/start-visit.ts'
import { findVisitParts } from '#src/sync/desk/use-visit.ts'
import { addVisitComment, deleteVisitComment } from '#src/sync/desk/visit-comments.ts'
import { addVisitDocument, deleteVisitDocument, documentFile } from '#src/sync/desk/visit-documents.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { keepAllConfirmed } from '#src/sync/pull/copies.ts'
import { visitRowOf, visitServiceOf } from '#tests/helpers/device/visit-row.ts'
import { queueOf, withOfflinePage } from '../support/offline-page.ts'
import type { Page } from '../support/test-page.ts'

const id = (end: string) => `01970000-0000-7000-8000-0000000000${end}`
const [VISIT, OTHER, PATIENT, BRANCH, TAG] = ['a1', 'a2', 'a5', 'b1', 'c1'].map(id) as [
  string,
  string,
  string,
  string,
  string,
]
const label = 'Visit'
const PAID = { id: VISIT, rev: 3, branch_id: BRANCH, patient_id: PATIENT, is_radiology: 1 } as const

const keepVisits = ({ databases }: Page, ...visits: (Partial<VisitRow> & { id: string })[]) =>
  keepAllConfirmed(
    databases,
    visits.map((visit) => ({ type: 'visit', body: visitRowOf(visit as never) as VisitRow })),
  )
const nameDevice = ({ databases }: Page) =>
  databases.work.keys.put({ id: 'terms', deviceName: 'Front desk 2' } as never)

test('the desk’s records are copies with their waiting changes, and undefined without a copy', () =>
  withOfflinePage(async (page) => {
    const desk = localDesk(page.databases)
    expect([await desk.findVisit(VISIT), await desk.findBranch(BRANCH), await desk.findPerson(TAG)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([await desk.findDeviceName(), await desk.findReceipts(VISIT)]).toEqual(['', []])
    await keepVisits(page, { id: VISIT, branch_id: BRANCH }, { id: OTHER, branch_id: BRANCH })
    await nameDevice(page)
    await enqueue('appt/confirmAppointment', { appt_id: VISIT }, { label })
    await recordPayment(PAID, [{ mode: 'Cash', amount: 100 }])
    await recordPayment({ ...PAID, id: OTHER }, [{ mode: 'Cash', amount: 7 }])
    expect(await desk.findVisit(VISIT)).toMatchObject({ id: VISIT, status: 2, paid: 100, isWaiting: true })
    expect((await desk.findReceipts(VISIT)).map(({ amount }) => amount)).toEqual([100])
    expect(await desk.findDeviceName()).toBe('Front desk 2')
  }))

test('a branch, a person and a patient are found by their ids', () =>
  withOfflinePage(async (page) => {
    const body = (name: string, recordId: string) => ({ id: recordId, rev: 1, name }) as never
    await keepAllConfirmed(page.databases, [
      { type: 'branch', body: body('Andheri', BRANCH) },
      { type: 'person', body: body('Dr. Nair', TAG) },
      { type: 'patient', body: body('Asha', PATIENT) },
      { type: 'patient', body: body('Somebody', OTHER) },
    ])
    const desk = localDesk(page.databases)
    expect(await desk.findBranch(BRANCH)).toMatchObject({ name: 'Andheri' })
    expect(await desk.findPerson(TAG)).toMatchObject({ name: 'Dr. Nair' })
    expect(await desk.findPatient(PATIENT)).toMatchObject({ name: 'Asha' })
    expect(await desk.findPatient(VISIT)).toBeUndefined()
  }))

test('a master is found only by its own key', () =>
  withOfflinePage(async (page) => {
    const body = { id: TAG, rev: 1, kind: 'department', record: { name: 'MRI' } } as const
    await keepAllConfirmed(page.databases, [{ type: 'master', body: body }])
    const desk = localDesk(page.databases)
    expect(await desk.findMaster('department', TAG)).toEqual({ name: 'MRI' })
    expect(await desk.findMaster('service', TAG)).toBeUndefined()
  }))

test('a change of an unknown record creates no record, and a removed record is not shown', () =>
  withOfflinePage(async ({ databases }) => {
    const row = (record: string, body: object, seq: number) => ({
      id: `${seq}`,
      command: `c${seq}`,
      type: 'visit_comment' as const,
      record,
      seq,
      ackedRev: undefined,
      body,
    })
    const waiting = await databases.overlay.sealAll([
      row('made', { id: 'made', comment: 'New' }, 1),
      row('made', { comment: 'Newer' }, 2),
      row('changed', { comment: 'Changed' }, 3),
      row('gone', { id: 'gone', comment: 'Bye' }, 4),
      row('gone', { removed: true }, 5),
    ] as never)
    const shown = await openShown(databases, 'visit_comment', { copies: [], waiting })
    expect(shown).toEqual([{ id: 'made', rev: 0, comment: 'Newer', isWaiting: true }])
  }))

test('an offline start prints an invoice number of this device, and an online start prints none', () =>
  withOfflinePage(async (page) => {
    await nameDevice(page)
    const first = await startVisit({ id: VISIT, branch_id: BRANCH }, label)
    page.link.set(true)
    const second = await startVisit({ id: OTHER, branch_id: BRANCH }, label)
    const queue = await queueOf(page)
    expect(queue.map((one) => one.id)).toEqual([first, second])
    expect(queue[0]?.body.input).toEqual({
      appt_id: VISIT,
      invoice_provisional_no: expect.stringMatching(/^I-FD2-1121-\d{6}A$/),
    })
    expect(queue[1]?.body.input).toEqual({ appt_id: OTHER })
    expect(queue.map(({ body }) => body.label)).toEqual([label, label])
  }))

test('an offline payment has its receipts at once, with a separate number for each mode', () =>
  withOfflinePage(async (page) => {
    await nameDevice(page)
    const receipts = await recordPayment(PAID, [
      { mode: 'Cash', amount: 300 },
      { mode: 'Cheque', amount: 200, ref_no: '17' },
    ])
    expect(receipts.map(({ amount, mode, ref_no }) => [mode, amount, ref_no])).toEqual([
      ['Cash', 300, ''],
      ['Cheque', 200, '17'],
    ])
    expect(receipts.map(({ provisional_no }) => provisional_no.slice(0, 8))).toEqual(['FD2-1121', 'FD2-1121'])
    expect(receipts.map(({ provisional_no }) => provisional_no.at(-1))).toEqual(['A', 'B'])
    const [command] = await queueOf(page)
    expect(command).toMatchObject({ isOffline: true, depends: [], body: { label: 'Record payment' } })
    expect(command?.body.input).toMatchObject({ appt_id: VISIT, taken_on: '2026-11-21T10:00:00.000Z' })
    expect(command?.body.input.invoice_provisional_no).toMatch(/^I-FD2-/)
    expect(command?.body.input).not.toHaveProperty('new_visit')
  }))

test('a visit that has an invoice number, printed or final, gets no second one with its payment', () =>
  withOfflinePage(async (page) => {
    await recordPayment({ ...PAID, invoice_no: 'I-1' }, [{ mode: 'Cash', amount: 1 }])
    await recordPayment({ ...PAID, invoice_provisional_no: 'I-FD1-1' }, [{ mode: 'Cash', amount: 1 }])
    for (const { body } of await queueOf(page))
      expect(body.input).not.toHaveProperty('invoice_provisional_no')
  }))

test('a payment for a visit that the server may never receive names patient and branch, and follows the booking', () =>
  withOfflinePage(async (page) => {
    const booking = await enqueue('appt/confirmAppointment', { appt_id: VISIT }, { label })
    const patient = await enqueue(
      'patient/save',
      { id: PATIENT, fname: 'Asha', lname: 'Rao', mobile: '9820000012', gender: 'Female' } as never,
      { label },
    )
    page.link.set(true)
    // Although there is a network: the booking has to arrive first.
    await recordPayment({ ...PAID, rev: 0 }, [{ mode: 'Cash', amount: 1 }])
    const command = (await queueOf(page)).find(({ call }) => call === 'appt/createReceipts')
    expect(command).toMatchObject({ depends: [patient], after: [booking], isOffline: true })
    expect(command?.body.input.new_visit).toEqual({
      patient_id: PATIENT,
      branch_id: BRANCH,
      is_radiology: 1,
    })
  }))

test('a comment and a document of a visit wait until the server has its booking', () =>
  withOfflinePage(async (page) => {
    const booking = await enqueue('appt/confirmAppointment', { appt_id: VISIT }, { label })
    const comment = await addVisitComment({ id: VISIT, rev: 0 }, 'Normal', 'Came early.')
    const bytes = Uint8Array.from(Array.from('%PDF-1.7', (letter) => letter.charCodeAt(0)))
    const document = await addVisitDocument({
      visit: { id: VISIT, rev: 0 },
      tagId: TAG,
      name: 'n'.repeat(201),
      bytes,
    })
    await addVisitComment({ id: VISIT, rev: 2 }, 'Normal', 'Later.')
    await deleteVisitComment(comment)
    await deleteVisitDocument(document)
    const [, ...made] = await queueOf(page)
    expect(made.map(({ call, depends }) => [call, depends])).toEqual([
      ['appt/addComment', [booking]],
      ['appt/addDocument', [booking]],
      ['appt/addComment', []],
      ['appt/deleteComment', expect.anything()],
      ['appt/deleteDocument', expect.anything()],
    ])
    expect(made[0]?.body.input).toEqual({
      id: comment,
      appt_id: VISIT,
      type: 'Normal',
      comment: 'Came early.',
    })
    expect(made[1]?.body.input).toMatchObject({
      id: document,
      appt_id: VISIT,
      tag_id: TAG,
      name: 'n'.repeat(200),
    })
    expect(made[1]?.files).toEqual([made[1]?.body.input.file_id])
    expect(made[3]?.body.input).toEqual({ id: comment, for_study: 0 })
    expect(made[4]?.body.input).toEqual({ id: document })
    const rows = await findVisitParts(page.device, 'visit_comment', VISIT)
    expect(rows.map((row) => row.comment)).toEqual(['Later.'])
    expect(await findVisitParts(page.device, 'visit_comment', OTHER)).toEqual([])
  }))

test('the type of a document is read from its bytes', () => {
  const file = (...given: number[]) => documentFile(Uint8Array.from(given))
  expect(file(0xff, 0xd8, 0xff, 0xe0).type).toBe('image/jpeg')
  expect(file(1, 2, 3).type).toBe('application/octet-stream')
  expect(file(1, 2, 3).size).toBe(3)
})

test('a visit blocks its machine at the time of its slot, whatever the start of the visit', () =>
  withOfflinePage(async (page) => {
    const at = (text: string) => `2026-11-23T${text}:00.000Z`
    const slot = (id: string, from: string, to: string) => ({
      id,
      department_id: 'd',
      machine_id: 'm',
      doctor_id: null,
      start_dt: from,
      end_dt: to,
      ref_hospital_id: null,
      ref_dr_id: null,
      other_ref_dr_ids: [],
    })
    const visit = (visitId: string, start_dt: string, one: ReturnType<typeof slot>) => ({
      id: visitId,
      start_dt,
      machines: [one],
      services: [visitServiceOf({ id: `${visitId}s`, appt_machine_id: one.id })] as VisitRow['services'],
    })
    await keepVisits(
      page,
      visit('long', '2026-11-22T12:00:00.000Z', slot('l', at('10:00'), at('10:30'))),
      // It began a whole day before the span.
      visit('day', '2026-11-22T10:00:00.000Z', slot('d', at('11:30'), at('12:30'))),
      visit('inside', at('10:30'), slot('i', at('10:30'), at('11:00'))),
      visit('before', at('08:00'), slot('b', at('08:00'), at('10:00'))),
      visit('after', at('12:00'), slot('a', at('12:00'), at('12:30'))),
      visit(
        'moved',
        '2026-11-30T10:00:00.000Z',
        slot('m', '2026-11-30T10:00:00.000Z', '2026-11-30T11:00:00.000Z'),
      ),
    )
    const span = { from: Date.parse(at('10:00')), to: Date.parse(at('12:00')) }
    const found = async () =>
      (await findOccupants(page.device, span)).map(({ visitId }) => visitId).toSorted()
    expect(await found()).toEqual(['day', 'inside', 'long'])
    const [row] = await page.databases.overlay.sealAll([
      {
        id: 'o',
        command: 'c',
        type: 'visit',
        record: 'moved',
        seq: 1,
        ackedRev: undefined,
        body: { start_dt: at('11:00'), machines: [slot('m', at('11:00'), at('11:30'))] },
      },
    ] as never)
    await page.databases.work.overlay.add(row as never)
    expect(await found()).toEqual(['day', 'inside', 'long', 'moved'])
  }))

test('offline, a patient’s signed examinations come from the visits on this device, newest first', () =>
  withOfflinePage(async (page) => {
    const signed = (id: string, report_status: 'Signed' | 'Draft') =>
      [visitServiceOf({ id, name: id, report_status })] as VisitRow['services']
    await keepVisits(
      page,
      {
        id: 'v1',
        patient_id: PATIENT,
        start_dt: '2026-11-20T05:00:00.000Z',
        services: signed('old', 'Signed'),
      },
      {
        id: 'v2',
        patient_id: PATIENT,
        start_dt: '2026-11-22T05:00:00.000Z',
        services: signed('new', 'Signed'),
      },
      { id: 'v3', patient_id: PATIENT, services: signed('draft', 'Draft') },
      { id: 'v4', patient_id: 'somebody', services: signed('other', 'Signed') },
    )
    const { examinations, more } = await findSignedOf(PATIENT, false)
    expect([examinations.map(({ service }) => service), more]).toEqual([['new', 'old'], 0])
  }))
