import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'
import { putStudy } from '../reports/report-fixture.ts'
import { bookService, type ServiceWish } from '../unmatched/link-fixture.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())

async function refer(wish: ServiceWish): Promise<string> {
  const { id, visitId } = await bookService(server, wish)
  await askAdmin(
    server,
    `update visit set ref_dr_id = (select id from app_user where username = 'ref.bhat') where id = $1`,
    [visitId],
  )
  return id
}

test('My Patients waits for examinations alone: consumables and consultations stand there only with images', async () => {
  const referrer = await server.signIn('ref.bhat')
  const examination = await refer({})
  const consumable = await refer({ type: 'Exam_Consumable' })
  const consultation = await refer({ isRadiology: false })
  const mine = async () => {
    const { data, page } = (await referrer.get('referrer/myPatients', { ps: '500' })).body.result
    const ids = data.map(({ id }: { id: string }) => id) as string[]
    expect(page.total_records).toBe(ids.length)
    return ids.filter((id) => [examination, consumable, consultation].includes(id)).toSorted()
  }
  expect(await mine()).toEqual([examination])
  // An older version could link a study to any service: such a study is still shown.
  await askAdmin(server, 'update study set visit_service_id = $2 where id = $1', [
    await putStudy(server),
    consultation,
  ])
  expect(await mine()).toEqual([examination, consultation].toSorted())
})
