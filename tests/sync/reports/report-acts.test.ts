import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { reportIdOf } from '#domain/report/report-id.ts'
import { signedContent } from '#domain/report/signed-content.ts'
import { keepAllConfirmed, keepConfirmed } from '#src/sync/pull/copies.ts'
import { findDetail, readOnlyDetail } from '#src/sync/reports/find-detail.ts'
import { keepDraftIn, saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import {
  assignToSelf,
  saveAddendum,
  saveReport,
  settleConflict,
  updateNoOfReports,
  verifyReport,
} from '#src/sync/reports/save-report.ts'
import { findAbsentTexts, isTextHere, isWhole } from '#src/sync/reports/text-here.ts'
import { addendumLabel, numberLabel, saveLabel } from '#src/sync/reports/words.ts'
import { queueOf, withOfflinePage } from '../support/offline-page.ts'
import { aDraft, aReport, aStudy, studyId } from '../support/rows.ts'
import { withStudy } from '../support/test-page.ts'

const STUDY = studyId(1)
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('a save is queued with its text, and is one command with the autosave that it replaces', () =>
  withOfflinePage(async (page) => {
    await withStudy(page.databases)
    const first = await saveReport(aDraft('one'), 'Auto')
    const second = await saveReport(aDraft('two'), 'Draft', ['laterality'])
    expect(second).not.toBe(first)
    const [command, ...others] = await queueOf(page)
    expect(others).toEqual([])
    expect(command).toMatchObject({
      id: second,
      call: 'saveReport',
      body: {
        label: saveLabel(aDraft('two'), 'Draft'),
        input: { report_data: '<p>two</p>', status: 'Draft' },
      },
    })
    expect(JSON.stringify(command?.body.input)).toContain('laterality')
  }))

test('the study on the screen is used only for a save of that study', () =>
  withOfflinePage(async (page) => {
    const { databases, device } = page
    const shown = { study: aStudy({ no_of_reports: 2 }), reports: [] }
    const change = async (study_id: string) => {
      const extras = { shown }
      await saveDraftIn(databases, device.author, aDraft('x', { study_id }), 'Draft', saveLabel, extras)
      const rows = await databases.overlay.openAll(
        await databases.work.overlay.where('type').equals('study').toArray(),
      )
      return rows.find(({ record }) => record === study_id)?.body
    }
    // The device has no copy of either study, so only the one that is shown changes.
    expect(await change(STUDY)).toMatchObject({ status: 'Pending' })
    expect(await change(studyId(2))).toBeUndefined()
  }))

test('the same text is stored once; another report name or autosave setting is stored again', () =>
  withOfflinePage(async ({ databases, device }) => {
    await withStudy(databases)
    const keep = async (change = {}) => {
      await keepDraftIn(databases, device.author, aDraft('typed', change), saveLabel)
      return (await databases.work.drafts.get(reportIdOf(STUDY, 1)))?.updated
    }
    expect(await keep({ updated: 1 })).toBe(1)
    expect(await keep({ updated: 2 })).toBe(1)
    expect(await keep({ updated: 3, report_name: 'CT Chest' })).toBe(3)
    expect(await keep({ updated: 4, report_name: 'CT Chest', is_autosave_off: true })).toBe(4)
    expect(await keep({ updated: 5, report_name: 'CT Chest', is_autosave_off: true })).toBe(4)
  }))

test('a verification names only the signed reports, by the server’s hash or the same hash of the text', () =>
  withOfflinePage(async (page) => {
    const hashed = aReport({ status: 'Signed', signed_hash: 'of the server' })
    const here = aReport({ report_no: 2, status: 'Verified', report_data: '<p>b</p>' })
    const draft = aReport({ report_no: 3 })
    const detail = readOnlyDetail({ study: aStudy(), reports: [hashed, here, draft], addenda: [] })
    expect([detail.can_sign, detail.can_verify, detail.can_write_report]).toEqual([0, 0, 0])
    const id = await verifyReport(detail)
    await verifyReport(detail, [{ id: 'a1' }])
    const [plain, withAddenda] = await queueOf(page)
    expect(plain?.id).toBe(id)
    expect(plain?.body.input).toEqual({
      study_id: STUDY,
      seen: [
        { report_id: hashed.id, hash: 'of the server' },
        { report_id: here.id, hash: hashOf(signedContent(here)) },
      ],
    })
    expect(withAddenda?.body.input.seen_addenda).toEqual(['a1'])
  }))

test('an addendum, a new number of reports and assigning oneself are queued with their labels', () =>
  withOfflinePage(async (page) => {
    const report = aReport({ status: 'Signed', signed_hash: 'hash' })
    const ids = [
      await saveAddendum(report, '<p>More</p>'),
      await updateNoOfReports(STUDY, 3),
      await assignToSelf(aStudy({ signed_by_doctor_id: 'signer', assigned_doctor_id: 'other' })),
    ]
    const queue = await queueOf(page)
    expect(queue.map(({ id }) => id)).toEqual(ids)
    expect(queue[0]?.body).toMatchObject({
      label: addendumLabel(report),
      input: { study_id: STUDY, report_id: report.id, content: '<p>More</p>', seen_hash: 'hash' },
    })
    expect(queue[1]?.body).toMatchObject({
      label: numberLabel(3),
      input: { study_id: STUDY, no_of_reports: 3 },
    })
    expect(queue[2]?.body.input).toEqual({
      study_id: STUDY,
      assigned_doctor_id: page.device.author.userId,
      signed_by_doctor_id: 'signer',
    })
  }))

test('a study opens offline if it has no text yet, or if its text is here', () =>
  withOfflinePage(async ({ databases }) => {
    expect(await isTextHere(databases, STUDY)).toBe(false)
    await keepConfirmed(databases, { study: aStudy() })
    expect(await isTextHere(databases, STUDY)).toBe(true)
    await keepConfirmed(databases, { study: aStudy({ rev: 2, status: 'Draft' }) })
    expect(await isTextHere(databases, STUDY)).toBe(false)
    await keepConfirmed(databases, { reports: [aReport()] })
    expect(await isTextHere(databases, STUDY)).toBe(true)
    expect([
      isWhole({ status: 'Pending' }, []),
      isWhole({ status: 'Pending', signed_reports: 1 }, []),
      isWhole({ status: 'Signed' }, []),
      isWhole({ status: 'Signed' }, [{}]),
    ]).toEqual([true, false, false, true])
  }))

test('a study with its text is read from the device, without asking the server', () =>
  withOfflinePage(async ({ databases }) => {
    await keepConfirmed(databases, { study: aStudy({ status: 'Draft' }), reports: [aReport()] })
    const addendum = { id: 'a1', rev: 1, study_id: STUDY, report_id: aReport().id, content: '<p>x</p>' }
    await keepAllConfirmed(databases, [{ type: 'addendum', body: addendum as never }])
    const { study, reports, addenda } = await findDetail(STUDY)
    expect([study.id, reports.map(({ id }) => id), addenda.map(({ id }) => id)]).toEqual([
      STUDY,
      [aReport().id],
      ['a1'],
    ])
  }))

test('a text is absent if it was begun, is unsigned, and is neither here nor waiting to be sent', () =>
  withOfflinePage(async ({ databases, device }) => {
    const study = (n: number, status: 'Pending' | 'Draft' | 'ReadyForSign' | 'Signed') =>
      keepConfirmed(databases, { study: aStudy({ id: studyId(n), study_id: studyId(n), status }) })
    await study(1, 'Pending')
    await study(2, 'Draft')
    await study(3, 'ReadyForSign')
    await study(4, 'Signed')
    await study(5, 'Draft')
    await study(6, 'Draft')
    await keepConfirmed(databases, { reports: [aReport({ study_id: studyId(5) })] })
    await saveDraftIn(
      databases,
      device.author,
      aDraft('typed', { study_id: studyId(6), report_no: 2 }),
      'Draft',
      saveLabel,
    )
    expect((await findAbsentTexts(databases)).toSorted()).toEqual([studyId(2), studyId(3)])
  }))

test('a study whose text is elsewhere is requested from the server', () =>
  withOfflinePage(async ({ databases }) => {
    await keepConfirmed(databases, { study: aStudy({ status: 'Draft' }) })
    await expect(findDetail(STUDY)).rejects.toThrow()
    await expect(findDetail(studyId(2))).rejects.toThrow()
  }))

test('a save without a conflict cannot be resolved', () =>
  withOfflinePage(async ({ databases }) => {
    await withStudy(databases)
    await expect(settleConflict(reportIdOf(STUDY, 1), aDraft('merged'))).rejects.toThrow('no conflict')
  }))
