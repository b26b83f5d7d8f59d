import { describe, expect, test } from 'vitest'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { QueueInput } from '#contract/registry.ts'
import type { Patch } from '#src/sync/effects/effect.ts'
import { reportEffects } from '#src/sync/effects/report-effects.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { AUTHOR, localWith } from './local-with.ts'

const EARLIER = '2026-11-20T10:00:00.000Z'
const LATER = '2026-11-20T11:00:00.000Z'

const report = (part: Partial<ReportRow> = {}): ReportRow => ({
  id: 'r1',
  report_id: 'r1',
  study_id: 's',
  rev: 3,
  report_no: 1,
  report_name: 'CT Chest',
  report_data: '<p>Old</p>',
  conclusion: '',
  recommendation: '',
  status: 'Draft',
  is_main: 1,
  created: EARLIER,
  updated: EARLIER,
  updated_by: 'other',
  updated_by_name: 'Dr. Other',
  signed_on: null,
  signed_by_doctor: '',
  signed_by_doctor_id: null,
  verified_on: null,
  verified_by_user: '',
  signed_hash: '',
  ...part,
})
const signed = (part: Partial<ReportRow> = {}) =>
  report({
    status: 'Signed',
    signed_on: EARLIER,
    signed_by_doctor: 'Dr. Other',
    signed_hash: 'hash',
    ...part,
  })

const save = (part: Partial<QueueInput<'saveReport'>> = {}): QueueInput<'saveReport'> => ({
  id: 'r1',
  study_id: 's',
  report_no: 1,
  report_name: 'CT Chest',
  report_data: '<p>New</p>',
  conclusion: '',
  recommendation: '',
  status: 'Auto',
  ...part,
})

const device = (study: Partial<StudyRow> | undefined, reports: ReportRow[] = []) =>
  localWith({
    findStudy: async (id) => (study ? studyRowOf({ id, ...study }) : undefined),
    findReports: async () => reports,
  })
const reportOf = (patches: readonly Patch[]) =>
  patches.find(({ type }) => type === 'report')?.change as Partial<ReportRow>
const studyOf = (patches: readonly Patch[]) =>
  patches.find(({ type }) => type === 'study')?.change as Partial<StudyRow>

describe('saving a report', () => {
  const { patches, record, isAuto } = reportEffects.saveReport

  test('concerns the report, and only an automatic save may be replaced by a later one', () => {
    expect(record(save())).toEqual({ type: 'report', id: 'r1' })
    expect((['Auto', 'Draft', 'Signed'] as const).map((status) => isAuto(save({ status })))).toEqual([
      true,
      false,
      false,
    ])
  })

  test('creates the first report of a study as a draft of its writer, and the study becomes a draft', async () => {
    const made = await patches(save(), device({}), AUTHOR)
    expect(reportOf(made)).toEqual({
      ...report({ rev: 0, report_data: '<p>New</p>', created: AUTHOR.at }),
      updated: AUTHOR.at,
      updated_by: 'u',
      updated_by_name: 'Pooja Sawant',
    })
    expect(studyOf(made)).toEqual({
      status: 'Draft',
      signed_on: null,
      signed_reports: 0,
      verified_reports: 0,
      verified_on: null,
      verified_by_user: '',
    })
    expect(reportOf(await patches(save({ is_main: 0 }), device({}), AUTHOR)).is_main).toBe(0)
  })

  test('leaves a new report pending without any text; one of the three texts is enough', async () => {
    const empty = { report_data: '<p></p>' }
    expect(reportOf(await patches(save(empty), device({}), AUTHOR)).status).toBe('Pending')
    for (const text of ['conclusion', 'recommendation'] as const)
      expect(reportOf(await patches(save({ ...empty, [text]: '<p>x</p>' }), device({}), AUTHOR)).status).toBe(
        'Draft',
      )
  })

  test('removes the text when saved as pending, and keeps it in any other state', async () => {
    const texts = { report_data: '<p>a</p>', conclusion: '<p>b</p>', recommendation: '<p>c</p>' }
    const asked = async (status: QueueInput<'saveReport'>['status']) =>
      reportOf(await patches(save({ ...texts, status }), device({}, [report()]), AUTHOR))
    expect(await asked('Pending')).toMatchObject({
      status: 'Pending',
      report_data: '',
      conclusion: '',
      recommendation: '',
    })
    expect(await asked('ReadyForSign')).toMatchObject({ status: 'ReadyForSign', ...texts })
  })

  test('changes the known report and keeps the fields that it does not contain', async () => {
    const change = reportOf(await patches(save(), device({}, [report({ is_main: 0 })]), AUTHOR))
    expect(change).toMatchObject({ rev: 3, is_main: 0, created: EARLIER, status: 'Draft' })
    expect(change).toMatchObject({ report_data: '<p>New</p>', updated: AUTHOR.at })
  })

  test('shows signer and time of a signature at once, without a hash and no longer verified', async () => {
    const before = signed({ status: 'Verified', verified_on: LATER, verified_by_user: 'Dr. Two' })
    const made = await patches(save({ status: 'Signed' }), device({}, [before]), AUTHOR)
    expect(reportOf(made)).toMatchObject({
      status: 'Signed',
      signed_on: AUTHOR.at,
      signed_by_doctor: 'Pooja Sawant',
      signed_by_doctor_id: 'u',
      signed_hash: '',
      verified_on: null,
      verified_by_user: '',
    })
    expect(studyOf(made)).toEqual({
      signed_by_doctor: 'Pooja Sawant',
      signed_by_doctor_id: 'u',
      status: 'Signed',
      signed_on: AUTHOR.at,
      signed_reports: 1,
      verified_reports: 0,
      verified_on: null,
      verified_by_user: '',
    })
  })

  test('keeps the state of a signed report if the rules refuse the save', async () => {
    expect(reportOf(await patches(save({ status: 'Draft' }), device({}, [signed()]), AUTHOR)).status).toBe(
      'Signed',
    )
  })

  test('leaves the study in the state of the other of two reports', async () => {
    const other = report({ id: 'r2', report_no: 2, status: 'ReadyForSign' })
    const made = await patches(save({ status: 'Signed' }), device({ no_of_reports: 2 }, [other]), AUTHOR)
    expect(studyOf(made)).toMatchObject({ status: 'ReadyForSign', signed_on: null, signed_reports: 1 })
    expect(studyOf(made)).not.toHaveProperty('signed_by_doctor')
    const both = await patches(
      save({ status: 'Signed' }),
      device({ no_of_reports: 2 }, [signed({ id: 'r2', report_no: 2 })]),
      AUTHOR,
    )
    expect(studyOf(both)).toMatchObject({ status: 'Signed', signed_on: AUTHOR.at, signed_reports: 2 })
  })

  test('changes only the report if this device has no copy of the study', async () => {
    const made = await patches(save(), device(undefined), AUTHOR)
    expect(made.map(({ type, id }) => [type, id])).toEqual([['report', 'r1']])
  })
})

describe('an addendum', () => {
  const { patches, record, isAuto } = reportEffects['studies/saveAddendum']
  const input = { id: 'a', study_id: 's', report_id: 'r1', content: '<p>More</p>', seen_hash: 'seen' }
  const before = signed({ status: 'Verified', verified_on: LATER, verified_by_user: 'Dr. Two' })

  test('is signed by its author and removes the verification of its report', async () => {
    const made = await patches(input, device({ signed_on: EARLIER }, [before]), AUTHOR)
    expect(made).toEqual([
      {
        type: 'addendum',
        id: 'a',
        change: {
          ...input,
          rev: 0,
          signed_hash: '',
          signed_by: 'Pooja Sawant',
          signed_by_id: 'u',
          signed_on: AUTHOR.at,
        },
      },
      { type: 'report', id: 'r1', change: { status: 'Signed', verified_on: null, verified_by_user: '' } },
      {
        type: 'study',
        id: 's',
        change: {
          status: 'Signed',
          signed_on: EARLIER,
          signed_reports: 1,
          verified_reports: 0,
          verified_on: null,
          verified_by_user: '',
        },
      },
    ])
    expect([record(input), isAuto(input)]).toEqual([{ type: 'addendum', id: 'a' }, false])
  })

  test('leaves the other reports of the study unchanged', async () => {
    const other = signed({ id: 'r2', report_no: 2, status: 'Verified', verified_on: LATER })
    const made = await patches(input, device({ no_of_reports: 2 }, [before, other]), AUTHOR)
    expect(studyOf(made)).toMatchObject({ status: 'Signed', signed_reports: 2, verified_reports: 1 })
  })

  test('changes the report and itself if this device has no copy of the study', async () => {
    const made = await patches(input, device(undefined), AUTHOR)
    expect(made.map(({ type }) => type)).toEqual(['addendum', 'report'])
  })
})

describe('the number of reports', () => {
  const { patches } = reportEffects.updateNoOfReports
  const input = { study_id: 's', no_of_reports: 2 }

  test('returns a signed study to pending until its second report is begun', async () => {
    expect(studyOf(await patches(input, device({ status: 'Signed' }, [signed()]), AUTHOR))).toMatchObject({
      no_of_reports: 2,
      status: 'Pending',
      signed_on: null,
      signed_reports: 1,
    })
  })

  test('gives the study the state of its first report when it falls to one, with the latest signature', async () => {
    const two = { ...input, no_of_reports: 1 }
    const verified = signed({ status: 'Verified', verified_on: LATER, verified_by_user: 'Dr. Two' })
    const known = device({ no_of_reports: 2, status: 'Pending' }, [verified])
    expect(studyOf(await patches(two, known, AUTHOR))).toMatchObject({
      no_of_reports: 1,
      status: 'Verified',
      signed_on: EARLIER,
      verified_on: LATER,
      verified_by_user: 'Dr. Two',
    })
  })

  test('keeps the last signature and the last verification of several', async () => {
    const reports = [
      signed({ status: 'Verified', verified_on: LATER, verified_by_user: 'Dr. Late' }),
      signed({
        id: 'r2',
        report_no: 2,
        status: 'Verified',
        signed_on: LATER,
        verified_on: EARLIER,
        verified_by_user: 'Dr. Early',
      }),
    ]
    for (const all of [reports, reports.toReversed()])
      expect(studyOf(await patches(input, device({}, all), AUTHOR))).toMatchObject({
        status: 'Verified',
        signed_on: LATER,
        verified_on: LATER,
        verified_by_user: 'Dr. Late',
        verified_reports: 2,
      })
  })

  test('keeps the study’s own signature and verification if its reports have none', async () => {
    const bare = signed({ status: 'Verified', signed_on: null })
    const study = { signed_on: EARLIER, verified_on: LATER, verified_by_user: 'Dr. Two' }
    const one = { ...input, no_of_reports: 1 }
    expect(studyOf(await patches(one, device(study, [bare]), AUTHOR))).toMatchObject(study)
  })

  test('changes only the number if this device has no copy of the study', async () => {
    expect(await patches(input, device(undefined), AUTHOR)).toEqual([
      { type: 'study', id: 's', change: { no_of_reports: 2 } },
    ])
  })
})

test('a verification covers every signed report of the study, and no draft', async () => {
  const { patches } = reportEffects.verifyReport
  const input = { study_id: 's' } as QueueInput<'verifyReport'>
  const change = { status: 'Verified', verified_on: AUTHOR.at, verified_by_user: 'Pooja Sawant' }
  const reports = [signed(), signed({ id: 'r2', report_no: 2 }), report({ id: 'r3', report_no: 3 })]
  expect(await patches(input, device({}, reports), AUTHOR)).toEqual([
    { type: 'study', id: 's', change: { ...change, signed_reports: 2, verified_reports: 2 } },
    { type: 'report', id: 'r1', change },
    { type: 'report', id: 'r2', change },
  ])
  expect(await patches(input, device({}), AUTHOR)).toEqual([{ type: 'study', id: 's', change }])
})

describe('assigning a doctor', () => {
  const { patches, record } = reportEffects.assignDoctor
  const assign = async (assigned_doctor_id: string | null, signed_by_doctor_id: string | null) => {
    const local = localWith({
      findDoctor: async (id) => (id === 'nair' ? { id, name: 'Dr. Nair' } : undefined) as never,
    })
    const input = { study_id: 's', assigned_doctor_id, signed_by_doctor_id }
    expect(record(input)).toEqual({ type: 'study', id: 's' })
    return studyOf(await patches(input, local, AUTHOR))
  }

  test('shows the names of both doctors, including one’s own, and the time', async () => {
    expect(await assign('nair', 'u')).toEqual({
      assigned_doctor_id: 'nair',
      assigned_doctor: 'Dr. Nair',
      assigned_on: AUTHOR.at,
      signed_by_doctor_id: 'u',
      signed_by_doctor: 'Pooja Sawant',
    })
  })

  test('removes names and time when nobody is assigned, and shows no name for a doctor without a copy', async () => {
    expect(await assign(null, 'stranger')).toEqual({
      assigned_doctor_id: null,
      assigned_doctor: '',
      assigned_on: null,
      signed_by_doctor_id: 'stranger',
      signed_by_doctor: '',
    })
  })
})
