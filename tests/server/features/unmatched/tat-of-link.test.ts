import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceIdOf } from '#server/features/demo/centre/insert-catalogue.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { ANDHERI, putStudy, save } from '../reports/report-fixture.ts'
import { arrive, bookService } from './link-fixture.ts'

const OWN = 210
/** The default minutes of a study. */
const RECEIVED = 240
const BY_SERVICE = 35
const BY_DEPARTMENT = 95

let server: DemoServer
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  const service = serviceIdOf(SANJEEVANI, 'CT-BRN')
  await askAdmin(server, 'update service set tat = $2 where id = $1', [service, BY_SERVICE])
  await askAdmin(
    server,
    `insert into department_client (client_id, id, tat) select client_id, department_id, $2 from service where id = $1
     on conflict (client_id, id) do update set tat = excluded.tat`,
    [service, BY_DEPARTMENT],
  )
})
afterAll(() => server.close())

const goBy = (type: 'Fixed' | 'Service' | 'Department') =>
  askAdmin(server, 'update branch set tat_type = $2, tat_minutes = $3 where id = $1', [ANDHERI, type, OWN])
const link = (study_id: string, service_id: string) =>
  admin.post('study/linkToVisit', { study_id, service_id, is_confirmed: 1 })

test.each([
  ['Fixed', OWN],
  ['Service', BY_SERVICE],
  ['Department', BY_DEPARTMENT],
] as const)('at a branch that uses %s a linked study is due in %i minutes', async (type, minutes) => {
  await goBy(type)
  const arrived = await arrive(server, await bookService(server, { code: 'CT-BRN' }))
  expect(arrived).toMatchObject({ visit_service_id: expect.any(String), tat: minutes })
  const [study, { id }] = [await putStudy(server), await bookService(server, { code: 'CT-BRN' })]
  expect((await link(study, id)).body.result.study.tat).toBe(minutes)
  const { body } = await admin.post('study/unlinkFromVisit', { study_id: study })
  expect(body.result.study.tat).toBe(OWN)
})

test('a study without a branch is due as at its visit’s branch, and by the branch if the service sets nothing', async () => {
  await goBy('Service')
  const [study, { id }] = [
    await putStudy(server, { branch: null }),
    await bookService(server, { code: 'CT-BRN' }),
  ]
  expect((await link(study, id)).body.result.study.tat).toBe(BY_SERVICE)
  const [other, nameless] = [await putStudy(server), await bookService(server)]
  expect((await link(other, nameless.id)).body.result.study.tat).toBe(OWN)
})

test('a study with a signed report keeps the due time of its signature', async () => {
  await goBy('Service')
  const [study, { id }] = [await putStudy(server), await bookService(server, { code: 'CT-BRN' })]
  await save(await server.signIn('dr.mehta'), study, { status: 'Signed' })
  expect((await link(study, id)).body.result.study).toMatchObject({ is_linked: 1, tat: RECEIVED })
})
