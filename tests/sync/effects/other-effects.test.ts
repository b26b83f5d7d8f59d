import { describe, expect, test } from 'vitest'
import type { NotificationRow } from '#contract/calls/notifications.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { QueueInput } from '#contract/registry.ts'
import { bookletIdOf } from '#domain/study/booklet.ts'
import { bookletEffects } from '#src/sync/effects/booklet-effects.ts'
import { clinicalEffects } from '#src/sync/effects/clinical-effects.ts'
import { consentEffects } from '#src/sync/effects/consent-effects.ts'
import type { Patch } from '#src/sync/effects/effect.ts'
import { examQueueEffects } from '#src/sync/effects/exam-queue-effects.ts'
import { notificationEffects } from '#src/sync/effects/notification-effects.ts'
import { patientEffects } from '#src/sync/effects/patient-effects.ts'
import { provisionalInvoice } from '#src/sync/effects/provisional-invoice.ts'
import { visitRowOf, visitServiceOf } from '#tests/helpers/device/visit-row.ts'
import { AUTHOR, localWith } from './local-with.ts'

const visitChange = (patches: readonly Patch[], at: number) => patches[at]?.change as Partial<VisitRow>

describe('the examination queue', () => {
  const slot = (id: string, end_dt: string) => ({ ...({} as VisitRow['machines'][number]), id, end_dt })
  const visit = visitRowOf({
    id: 'v',
    services: [
      visitServiceOf({ id: 'a', appt_machine_id: 'slot-a', exm_end_dt: '2026-11-21T09:10:00.000Z' }),
      visitServiceOf({ id: 'b', appt_machine_id: 'slot-b' }),
    ],
    machines: [slot('slot-a', '2026-11-21T09:00:00.000Z'), slot('slot-b', '2026-11-21T09:00:00.000Z')],
  }) as VisitRow
  const local = localWith({ findVisit: async (id) => (id === 'v' ? visit : undefined) })
  const more = examQueueEffects['que/addMinutesInExamTime']
  const next = examQueueEffects['que/setBringNext']

  test('adds minutes to the planned end, and the slot ends with its examination', async () => {
    const made = await more.patches({ id: 'a', appt_id: 'v', minutes: 15 }, local, AUTHOR)
    expect(made.map(({ type, id }) => [type, id])).toEqual([
      ['visit', 'v'],
      ['visit', 'v'],
    ])
    expect(visitChange(made, 0).services?.map(({ exm_end_dt }) => exm_end_dt)).toEqual([
      '2026-11-21T09:25:00.000Z',
      null,
    ])
    expect(visitChange(made, 1).machines?.map(({ id, end_dt }) => [id, end_dt])).toEqual([
      ['slot-a', '2026-11-21T09:25:00.000Z'],
      ['slot-b', '2026-11-21T09:00:00.000Z'],
    ])
  })

  test('adds minutes to now if no end was planned', async () => {
    const made = await more.patches({ id: 'b', appt_id: 'v', minutes: 5 }, local, AUTHOR)
    expect(visitChange(made, 0).services?.[1]?.exm_end_dt).toBe('2026-11-21T09:05:00.000Z')
  })

  test('marks one examination as the next, and no other', async () => {
    const made = await next.patches({ id: 'b', appt_id: 'v', value: 'Y' }, local, AUTHOR)
    expect(visitChange(made, 0).services?.map(({ is_bring_next }) => is_bring_next)).toEqual(['N', 'Y'])
  })

  test('changes nothing if the visit is not named, is not here, or has no such examination', async () => {
    expect(await next.patches({ id: 'a', value: 'Y' }, local, AUTHOR)).toEqual([])
    expect(await next.patches({ id: 'a', appt_id: 'other', value: 'Y' }, local, AUTHOR)).toEqual([])
    expect(await more.patches({ id: 'a', minutes: 5 }, local, AUTHOR)).toEqual([])
    const made = await more.patches({ id: 'x', appt_id: 'v', minutes: 5 }, local, AUTHOR)
    expect(made).toEqual([{ type: 'visit', id: 'v', change: { services: visit.services } }])
  })

  test('waits in the lane of the visit, or of the examination if no visit is named', () => {
    expect(next.record({ id: 'a', appt_id: 'v', value: 'Y' })).toEqual({ type: 'visit', id: 'v' })
    expect(more.record({ id: 'a', minutes: 5 })).toEqual({ type: 'visit', id: 'a' })
    expect([next.isAuto({ id: 'a', value: 'Y' }), more.isAuto({ id: 'a', minutes: 5 })]).toEqual([
      false,
      false,
    ])
  })
})

test('a booklet is shown as it was saved, without empty cells after the last picture', async () => {
  const { patches, record } = bookletEffects['studies/saveBooklet']
  const study_id = '01970000-0000-7000-8000-0000000000a1'
  const input = {
    study_id,
    layout: '2X2',
    img_file_ids: ['f1', '', 'f2', ''],
  } as unknown as QueueInput<'studies/saveBooklet'>
  const id = bookletIdOf(study_id)
  const [patch] = await patches(input, localWith(), AUTHOR)
  expect(patch).toMatchObject({
    type: 'booklet',
    id,
    change: { id, study_id, pagesize: 'A4', layout: '2X2', empty_area_bg: 'black', updated: AUTHOR.at },
  })
  expect(record(input)).toEqual({ type: 'booklet', id })
  const [white] = await patches({ ...input, empty_area_bg: 'white' }, localWith(), AUTHOR)
  expect(white?.change).toMatchObject({ empty_area_bg: 'white' })
})

test('a doctor’s notes and prescriptions are whole records, and a later save replaces a waiting one', async () => {
  const own = { doctor_id: 'u', doctor: 'Pooja Sawant', updated: AUTHOR.at }
  const notes = clinicalEffects['appt/saveTreatmentDtl']
  const note = {
    id: 'n',
    appt_id: 'v',
    type: 'TREAT_PLAN',
    content: '<p>Rest</p>',
  } as QueueInput<'appt/saveTreatmentDtl'>
  expect(await notes.patches(note, localWith(), AUTHOR)).toEqual([
    { type: 'treatment', id: 'n', change: { ...note, appt_machine_id: null, ...own } },
  ])
  const papers = clinicalEffects['appt/savePrescription']
  const paper = {
    id: 'p',
    appt_id: 'v',
    appt_machine_id: 'm',
    prescriptions: [],
  } as QueueInput<'appt/savePrescription'>
  expect(await papers.patches(paper, localWith(), AUTHOR)).toEqual([
    { type: 'prescription', id: 'p', change: { ...paper, ...own } },
  ])
  expect([notes.record(note), notes.isAuto(note)]).toEqual([{ type: 'treatment', id: 'n' }, true])
  expect([papers.record(paper), papers.isAuto(paper)]).toEqual([{ type: 'prescription', id: 'p' }, true])
})

test('a signed consent shows its patient and form if this device has them, and no name otherwise', async () => {
  const { patches, record, isAuto } = consentEffects['consent/sign']
  const input = {
    id: 'c',
    appt_id: 'v',
    consent_form_id: 'f',
    language: 'en',
    sign_by: 'Patient',
    via: 'Device',
    signed_on: '2026-11-21T08:59:00.000Z',
  } as unknown as QueueInput<'consent/sign'>
  const row = {
    id: 'c',
    rev: 0,
    appt_id: 'v',
    patient_id: '',
    consent_form_id: 'f',
    name: '',
    kind: 'Signed',
    withdraws_id: null,
    language: 'en',
    sign_by: 'Patient',
    signer_name: '',
    via: 'Device',
    signed_on: '2026-11-21T08:59:00.000Z',
    created: AUTHOR.at,
  }
  expect(await patches(input, localWith(), AUTHOR)).toEqual([{ type: 'consent', id: 'c', change: row }])
  const local = localWith({
    findVisit: async (id) => visitRowOf({ id, patient_id: 'asha' }),
    findMaster: async (key) => (key === 'consentForm' ? { name: 'MRI' } : undefined),
  })
  expect(await patches({ ...input, signer_name: 'R. Rao' }, local, AUTHOR)).toEqual([
    { type: 'consent', id: 'c', change: { ...row, patient_id: 'asha', name: 'MRI', signer_name: 'R. Rao' } },
  ])
  const [odd] = await patches(input, localWith({ findMaster: async () => ({ name: 7 }) }), AUTHOR)
  expect(odd?.change).toMatchObject({ name: '' })
  expect([record(input), isAuto(input)]).toEqual([{ type: 'consent', id: 'c' }, false])
})

describe('reading notifications', () => {
  const row = (id: string, created: string, read_on: string | null = null) =>
    ({ id, created, read_on }) as NotificationRow
  const local = localWith({
    findNotifications: async () => [
      row('old', '2026-11-20T08:00:00.000Z'),
      row('edge', '2026-11-20T09:00:00.000Z'),
      row('new', '2026-11-20T10:00:00.000Z'),
      row('read', '2026-11-20T08:00:00.000Z', '2026-11-20T08:01:00.000Z'),
    ],
  })
  const all = notificationEffects['noti/markAllRead']

  test('marks all unread ones, or those up to a moment', async () => {
    const marked = async (until?: string) => {
      const made = await all.patches(until === undefined ? {} : { until }, local, AUTHOR)
      for (const { change } of made) expect(change).toEqual({ read_on: AUTHOR.at })
      return made.map(({ id }) => id)
    }
    expect(await marked()).toEqual(['old', 'edge', 'new'])
    expect(await marked('2026-11-20T09:00:00.000Z')).toEqual(['old', 'edge'])
  })

  test('marks one; marking all is a record of its own', async () => {
    const one = notificationEffects['noti/markRead']
    expect(await one.patches({ id: 'n', created: AUTHOR.at }, local, AUTHOR)).toEqual([
      { type: 'notification', id: 'n', change: { read_on: AUTHOR.at } },
    ])
    expect(one.record({ id: 'n', created: AUTHOR.at })).toEqual({ type: 'notification', id: 'n' })
    expect(all.record({}).type).toBe('notification')
    expect(all.isAuto({})).toBe(false)
  })
})

test('a registration is a whole record with a number of the device; a change contains only the changed fields', async () => {
  const { patches, record } = patientEffects['patient/save']
  const input = {
    id: '01970000-0000-7000-8000-0000000000a1',
    fname: 'Asha',
    lname: 'Rao',
    mobile: '9820000012',
    gender: 'Female',
  } as QueueInput<'patient/save'>
  const [fresh] = await patches(input, localWith({ findDeviceName: async () => 'Front desk 2' }), AUTHOR)
  expect(fresh).toMatchObject({
    type: 'patient',
    id: input.id,
    change: { fname: 'Asha', rev: 0, created: AUTHOR.at, allergies: [], dob: null, language: null },
  })
  const [spoken] = await patches({ ...input, language: 'ar' }, localWith({}), AUTHOR)
  expect(spoken?.change).toMatchObject({ language: 'ar' })
  const known = localWith({ findPatient: async () => ({ id: input.id }) as never })
  const [changed] = await patches(input, known, AUTHOR)
  expect(changed?.change).toEqual({ ...input, touched: AUTHOR.at })
  expect(record(input)).toEqual({ type: 'patient', id: input.id })
})

test('a printed invoice number is stored only if the visit has none', () => {
  const visit = (part: Partial<VisitRow>) => ({ ...(visitRowOf({ id: 'v' }) as VisitRow), ...part })
  expect(provisionalInvoice(visit({}), 'FD2-1')).toEqual({ invoice_provisional_no: 'FD2-1' })
  expect(provisionalInvoice(visit({}))).toEqual({})
  expect(provisionalInvoice(visit({}), '')).toEqual({})
  expect(provisionalInvoice(visit({ invoice_no: 'I-1' }), 'FD2-1')).toEqual({})
  expect(provisionalInvoice(visit({ invoice_provisional_no: 'FD1-9' }), 'FD2-1')).toEqual({})
})
