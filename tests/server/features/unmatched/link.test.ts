import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VisitSuggestion } from '#contract/calls/unmatched.ts'
import { studyUidOf } from '#domain/study/dicom/study-uid.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { ANDHERI, putStudy, save } from '../reports/report-fixture.ts'
import { arrive, bookService } from './link-fixture.ts'

let server: DemoServer
let admin: ApiUser

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

/** Books a service in a new visit of Meera Rao, in Andheri unless another branch is given. */
const book = async (branch = ANDHERI) => (await bookService(server, { branch })).id

const link = (desk: ApiUser, study_id: string, service_id: string) =>
  desk.post('study/linkToVisit', { study_id, service_id, is_confirmed: 1 })
const unlink = (desk: ApiUser, study_id: string) => desk.post('study/unlinkFromVisit', { study_id })
const trail = (study: string) =>
  askAdmin<{ action: string; detail: object }>(
    server,
    `select action, detail from audit_trail where record_id = $1 and action in ('link', 'unlink') order by at, id`,
    [study],
  )

describe('a study of the unmatched list', () => {
  it('stays there until a person links it, and returns once it is unlinked', async () => {
    const [study, service] = [await putStudy(server), await book()]
    const isListed = async () => {
      const { body } = await admin.get('study/unmatched', { ps: '500' })
      return (body.result.data as { id: string }[]).some(({ id }) => id === study)
    }
    expect(await isListed()).toBe(true)
    const linked = await link(admin, study, service)
    expect(linked).toMatchObject({
      status: 200,
      body: { result: { study: { is_linked: 1, pat_name: 'Meera Rao', pat_birthdate: '1984-03-02' } } },
    })
    expect(await isListed()).toBe(false)
    expect((await unlink(admin, study)).body.result.study).toMatchObject({ is_linked: 0, patient_id: null })
    expect(await isListed()).toBe(true)
    expect(await trail(study)).toEqual([
      { action: 'link', detail: { by: 'person', service_id: service } },
      { action: 'unlink', detail: { service_id: service } },
    ])
  })

  it.each(['the hospital’s order', 'us'])(
    'suggests the service by the study UID that %s gave its machine, whatever was typed there, but does not auto-link',
    async (giver) => {
      const service = await bookService(server)
      const uid = giver === 'us' ? studyUidOf(service.id) : `1.2.752.${service.accession.slice(3)}.5`
      if (giver !== 'us')
        await askAdmin(server, 'update visit_service set study_iuid = $2 where id = $1', [service.id, uid])
      // Long ago, so that no search of nearby days finds it.
      await askAdmin(
        server,
        `update visit_service set start_dt = start_dt - interval '60 days' where id = $1`,
        [service.id],
      )
      const study = await arrive(server, { patId: 'TYPED-WRONG', accession: '', uid })
      expect(study.visit_service_id).toBeNull()
      const { body } = await admin.get(`study/visitSuggestions/${study.id}`)
      const [first] = body.result.suggestions as VisitSuggestion[]
      expect(first).toMatchObject({ id: service.id, reasons: ['same_study_uid', 'same_name'] })
    },
  )

  it('is linked once however often it is requested, and to one service only', async () => {
    const [study, service, other] = [await putStudy(server), await book(), await book()]
    await link(admin, study, service)
    expect((await link(admin, study, service)).status).toBe(200)
    expect(await trail(study)).toHaveLength(1)
    expect((await link(admin, study, other)).body.message).toBe(
      'The study is linked to a visit. Unlink it first.',
    )
    expect((await link(admin, await putStudy(server), service)).body.message).toBe(
      'Another study is linked to this service.',
    )
  })

  it('waits for the payment of its linked visit, and of none once it is unlinked', async () => {
    const [study, service] = [await putStudy(server), await book()]
    expect((await link(admin, study, service)).body.result.study.payment_status).toBe('Pending')
    expect((await unlink(admin, study)).body.result.study.payment_status).toBe('')
  })

  it('keeps the name under which a report was signed', async () => {
    const [study, service] = [await putStudy(server), await book()]
    const senior = await server.signIn('dr.mehta')
    await save(senior, study, { status: 'Signed', text: '<p>A</p>' })
    expect((await link(admin, study, service)).body.result.study).toMatchObject({
      is_linked: 1,
      pat_name: 'Test Patient',
    })
    expect((await unlink(admin, study)).body.message).toBe(
      'A study with a signed report stays with its visit.',
    )
  })

  it('shows why a visit is suggested, and finds others by their text', async () => {
    const [study, { id: service, accession }] = [await putStudy(server), await bookService(server)]
    await askAdmin(
      server,
      `update study set pat_name = 'RAO MEERA', pat_birthdate = '1984-02-03' where id = $1`,
      [study],
    )
    const ask = async (query = {}) =>
      (await admin.get(`study/visitSuggestions/${study}`, query)).body.result.suggestions as VisitSuggestion[]
    const suggested = (await ask()).find(({ id }) => id === service)
    expect(suggested?.reasons).toEqual(['same_name', 'similar_birthdate', 'same_modality', 'same_day'])
    expect((await ask({ k: accession })).map(({ id }) => id)).toEqual([service])
  })

  it.each([
    ['a consumable', { type: 'Exam_Consumable' }],
    ['a consultation', { isRadiology: false }],
  ] as const)('is neither offered %s nor linked to it, manually or automatically', async (_, wish) => {
    const [study, wrong] = [await putStudy(server), await bookService(server, wish)]
    await askAdmin(server, 'update study set pat_id = $2, accession_no = $3 where id = $1', [
      study,
      wrong.patId,
      wrong.accession,
    ])
    const offered = async (query = {}) =>
      (await admin.get(`study/visitSuggestions/${study}`, query)).body.result.suggestions as VisitSuggestion[]
    expect((await offered()).map(({ id }) => id)).not.toContain(wrong.id)
    expect(await offered({ k: wrong.accession })).toEqual([])
    expect(await link(admin, study, wrong.id)).toMatchObject({
      status: 422,
      body: { message: 'A study can be linked only to an examination of a radiology visit.' },
    })
    expect((await arrive(server, wrong)).visit_service_id).toBeNull()
  })

  it.each(['dr.joshi', 'tech.andheri', 'reception.kothrud'])('is not linked by %s', async (username) => {
    const [study, service] = [await putStudy(server), await book()]
    expect(await link(await server.signIn(username), study, service)).toMatchObject({
      status: 422,
      body: { code: 'not_permitted' },
    })
  })

  it('is not found for another centre, and neither is its visit', async () => {
    const [study, service] = [await putStudy(server), await book()]
    const stranger = await server.signIn('admin.alnoor')
    expect((await link(stranger, study, service)).status).toBe(404)
    expect((await stranger.get(`study/visitSuggestions/${study}`)).status).toBe(404)
    expect((await link(admin, study, crypto.randomUUID())).status).toBe(404)
  })
})
