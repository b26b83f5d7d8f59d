import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FoundFault } from '#contract/calls/master-faults.ts'
import { MASTER_FAULT_KINDS } from '#domain/masters/master-faults.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

let server: DemoServer
let admin: ApiUser
let desk: ApiUser
let other: ApiUser

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  // Signs in before sign-ins need codes.
  desk = await server.signIn('desk.andheri')
  other = await server.signIn('admin.alnoor')
})
afterAll(() => server.close())

const faultsOf = async (desk: ApiUser) => (await desk.get(`${PHP}master/faults`)).body.result as FoundFault[]
const inClient = (sql: string, ...values: unknown[]) =>
  askAdmin<{ id: string; name: string }>(server, sql, [SANJEEVANI.id, ...values])

/** How each fault arises in data from before the rules, or in ways that no rule can see. */
const BREAK: Record<(typeof MASTER_FAULT_KINDS)[number], () => Promise<unknown>> = {
  titles_twice: () =>
    inClient(
      `update branch set aet_sources = aet_sources || array['SHARED', ' shared '] where client_id = $1`,
    ),
  empty_packages: () =>
    inClient(
      `insert into package (client_id, id, name, is_radiology) values ($1, gen_random_uuid(), 'Empty', true)`,
    ),
  mixed_packages: () =>
    inClient(`update package p set is_radiology = not is_radiology where client_id = $1
      and exists (select from package_service s where s.client_id = p.client_id and s.package_id = p.id)`),
  codes_twice: () =>
    inClient(`update service set code = 'SAME' where client_id = $1 and id in (select id from service
      where client_id = $1 and hidden is null order by id limit 2)`),
  unpriced_services: () => unpriced(true),
  unpriced_clinical_services: () => unpriced(false),
  tags_twice: () =>
    inClient(`insert into study_tag (client_id, id, name, type, color) select client_id, gen_random_uuid(),
      upper(name), type, color from study_tag where client_id = $1 and hidden is null limit 1`),
  no_machine: () =>
    inClient(
      `insert into branch (client_id, id, name, time_zone) values ($1, gen_random_uuid(), 'Bare', 'Asia/Kolkata')`,
    ),
  out_of_codes: async () => {
    await inClient(`update app_user set email = '' where client_id = $1 and username = 'dr.iyer'`)
    await inClient(`update client set otp_rule = 'Always' where id = $1`)
  },
}

const unpriced = (isRadiology: boolean) =>
  inClient(
    `update service set charges = 0, branches = '{}', branch_charges = '{}' where client_id = $1 and id = (
      select s.id from service s join department d on d.id = s.department_id and d.isradiology = $2
      where s.client_id = $1 and s.hidden is null and s.type = 'Exam_Service' order by s.id limit 1)`,
    isRadiology,
  )

test('the demo has none of these faults', async () => {
  expect(await faultsOf(admin)).toEqual([])
})

test.each(MASTER_FAULT_KINDS)('%s is found once it exists, with a name', async (kind) => {
  await BREAK[kind]()
  const found = (await faultsOf(admin)).find((fault) => fault.kind === kind)
  expect(found?.count).toBeGreaterThan(0)
  expect(found?.names[0]).toMatch(/\S/)
})

test('a user who manages no master is refused, and another client sees nothing of it', async () => {
  expect((await desk.get(`${PHP}master/faults`)).body.code).toBe('not_permitted')
  expect(await faultsOf(other)).toEqual([])
})
