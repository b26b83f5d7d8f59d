import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_AI_COMPANY } from '#server/features/demo/reading/insert-ai.ts'
import { writeCtFiles } from '#tests/helpers/archive/dicom-files.ts'
import {
  missingOrthanc,
  ORTHANC_PASSWORD,
  ORTHANC_USER,
  type Orthanc,
  startOrthanc,
} from '#tests/helpers/archive/orthanc.ts'
import { startTcpFaultProxy } from '#tests/helpers/network/tcp-fault-proxy.ts'
import { actsOn, CLIENT, newUid, putStudyOf, readRequest } from '../ai/ai-fixture.ts'
import { updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { eventually } from '../pacs/pacs-fixture.ts'
import { putPacs, setClient } from './imaging-fixture.ts'

const account = { db_user: ORTHANC_USER, db_password: ORTHANC_PASSWORD }
const AI_AET = DEMO_AI_COMPANY.aeTitle

describe.skipIf(missingOrthanc)(`a real image server (${missingOrthanc ?? 'all there'})`, () => {
  let orthanc: Orthanc
  let company: Orthanc
  let server: DemoServer
  let mehta: ApiUser
  let url: string
  let pacsId: string
  const folder = mkdtempSync(join(tmpdir(), 'readroom-imaging-'))

  beforeAll(async () => {
    ;[orthanc, company] = await Promise.all([startOrthanc(), startOrthanc({ aet: AI_AET })])
    server = await openDemo()
    mehta = await server.signIn('dr.mehta')
    url = await server.app.listen({ port: 0, host: '127.0.0.1' })
    pacsId = await putPacs(server, { db_port: orthanc.httpPort, ...account })
    await orthanc.ask('PUT', '/modalities/company', {
      AET: AI_AET,
      Host: '127.0.0.1',
      Port: company.dicomPort,
    })
    await setClient(server, { study_download: true })
  })
  afterAll(async () => {
    await server?.close()
    await Promise.all([orthanc?.stop(), company?.stop()])
    rmSync(folder, { recursive: true, force: true })
  })

  /** Stores a study of two series, with three and two images, on the image server and in the database. */
  const storedStudy = async (on = pacsId) => {
    const uid = newUid()
    const study = {
      StudyInstanceUID: uid,
      PatientID: 'P1',
      StudyDate: '20261120',
      SeriesDate: '20261120',
      SeriesTime: '101500',
    }
    const first = { ...study, SeriesDescription: 'Axial', BodyPartExamined: 'HEAD' }
    await orthanc.store(
      [
        ...writeCtFiles(first, { folder, images: 3, seriesNumber: 1 }),
        ...writeCtFiles(study, { folder, images: 2, seriesNumber: 2 }),
      ],
      'CT1',
    )
    return putStudyOf(server, { pacsId: on, uid })
  }
  const download = (studyId: string, desk = mehta) =>
    fetch(`${url}/api/study/download`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ study_id: studyId }),
    })

  test('the series of a study are the image server’s current ones', async () => {
    const { id, uid } = await storedStudy()
    const { status, body } = await mehta.get(`study/getSeries/${id}`)
    expect(status).toBe(200)
    expect(body.result).toEqual([
      {
        id: `${uid}.1`,
        series_no: '1',
        modality: 'CT',
        body_part: 'HEAD',
        series_desc: 'Axial',
        created_time: '2026-11-20T10:15:00+05:30',
        no_of_img: 3,
      },
      expect.objectContaining({ id: `${uid}.2`, series_no: '2', no_of_img: 2 }),
    ])
    expect(body.aiBodyParts).toContainEqual(
      expect.objectContaining({
        modality: 'CT',
        bodypart: 'Brain',
        ae_title: AI_AET,
        company: 'Lumina Reads',
      }),
    )
  })

  test('a study downloads as one complete zip, which is recorded in the trail', async () => {
    const { id } = await storedStudy()
    const answer = await download(id)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(Number(answer.headers.get('x-estimated-bytes'))).toBeGreaterThan(1_000)
    const file = join(folder, 'study.zip')
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
    const listed = execFileSync('/usr/bin/python3', ['-m', 'zipfile', '-l', file], { encoding: 'utf8' })
    expect(listed.match(/\.dcm/g)).toHaveLength(5)
    expect(await actsOn(server, id)).toEqual(['download'])
  })

  test('a zip interrupted by the image server is cut off, never ended as complete', async () => {
    const proxy = await startTcpFaultProxy(orthanc.httpPort)
    const { id } = await storedStudy(await putPacs(server, { db_port: proxy.port, ...account }))
    const whole = (await (await download(id)).arrayBuffer()).byteLength
    proxy.set({ kind: 'cut', afterBytes: Math.floor(whole / 2) })
    const answer = await download(id)
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    await proxy.close()
    const gone = await download(id)
    expect([gone.status, (await gone.json()) as { code: string }]).toEqual([
      503,
      expect.objectContaining({ code: 'unavailable' }),
    ])
  })

  test('a download needs the centre’s setting, a Premium server, the study there, and the right to see it', async () => {
    const { id } = await storedStudy()
    const basic = await storedStudy(
      await putPacs(server, { db_port: orthanc.httpPort, type: 'Basic', ...account }),
    )
    const missing = await putStudyOf(server, { pacsId })
    const codeOf = async (studyId: string, desk?: ApiUser) =>
      (await (await download(studyId, desk)).json()) as { code: string; message: string }
    expect(await codeOf(basic.id)).toMatchObject({ code: 'refused' })
    expect(await codeOf(missing.id)).toEqual({
      code: 'refused',
      message: 'The image server no longer holds this study.',
    })
    expect(await codeOf(id, await server.signIn('dr.haddad'))).toMatchObject({ code: 'not_found' })
    await setClient(server, { study_download: false })
    expect(await codeOf(id)).toMatchObject({ code: 'not_permitted' })
    await setClient(server, { study_download: true })
  })

  const BRAIN = { aetitle: AI_AET, bodypart: 'Brain', modality: 'CT' }
  const sendToAi = (studyId: string, records: object[], desk = mehta) =>
    desk.post('study/sendToAI', { study_id: studyId, ai_company_id: DEMO_AI_COMPANY.id, records })
  const settled = async (answer: Awaited<ReturnType<typeof sendToAi>>) => {
    expect([answer.status, answer.body.message]).toEqual([200, 'Sending'])
    const { id } = answer.body.result.study.ai_report as { id: string }
    return eventually(
      () => readRequest(server, id),
      (row) => row.status !== 'Sending',
      40_000,
    )
  }
  const imagesAtCompany = async (uid: string) => {
    const found = await company.ask('POST', '/tools/find', {
      Level: 'Instance',
      Query: { StudyInstanceUID: uid },
    })
    return (found as unknown[]).length
  }

  test('a whole study reaches the company, and then waits for its result', async () => {
    const { id, uid } = await storedStudy()
    const row = await settled(await sendToAi(id, [{ ...BRAIN, id: uid, class: 'study' }]))
    expect(row).toMatchObject({ status: 'In_Process', last_error: '' })
    expect(await imagesAtCompany(uid)).toBe(5)
  })

  test('only the selected series of a study are sent', async () => {
    const { id, uid } = await storedStudy()
    await settled(await sendToAi(id, [{ ...BRAIN, id: `${uid}.2`, class: 'series' }]))
    expect(await imagesAtCompany(uid)).toBe(2)
  })

  test('a series of another study is never sent with this one', async () => {
    const [mine, other] = [await storedStudy(), await storedStudy()]
    const row = await settled(await sendToAi(mine.id, [{ ...BRAIN, id: `${other.uid}.1`, class: 'series' }]))
    expect(row).toMatchObject({
      status: 'Failed',
      last_error: 'The image server no longer holds this series.',
    })
    expect(await imagesAtCompany(other.uid)).toBe(0)
  })

  test('a receiver unknown to the image server fails with the reason', async () => {
    const { id, uid } = await storedStudy()
    await orthanc.ask('DELETE', '/modalities/company')
    const row = await settled(await sendToAi(id, [{ ...BRAIN, id: uid, class: 'study' }]))
    expect(row).toMatchObject({
      status: 'Failed',
      last_error: 'The image server knows no receiver with the AE title LUMINA.',
    })
    await orthanc.ask('PUT', '/modalities/company', {
      AET: AI_AET,
      Host: '127.0.0.1',
      Port: company.dicomPort,
    })
  })

  test('a modality that the company does not read, another study, and a centre without AI are refused', async () => {
    const { id, uid } = await storedStudy()
    const whole = { ...BRAIN, id: uid, class: 'study' }
    const fieldsOf = async (record: object) => (await sendToAi(id, [record])).body.fields as object
    expect(await fieldsOf({ ...whole, bodypart: 'Knee' })).toEqual({
      'records.0': 'is nothing that this company reads for you',
    })
    expect(await fieldsOf({ ...whole, aetitle: 'EVIL' })).toHaveProperty(['records.0'])
    expect(await fieldsOf({ ...whole, id: newUid() })).toEqual({ 'records.0': 'is another study' })
    expect((await sendToAi(id, [whole], await server.signIn('dr.haddad'))).body.code).toBe('not_found')
    await updateClient(server, CLIENT, { main_modules: ['teleradiology'] })
    expect((await sendToAi(id, [whole])).body.code).toBe('module_off')
  })
})
