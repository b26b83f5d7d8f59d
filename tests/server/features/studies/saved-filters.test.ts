import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAVED_FILTERS_MAX } from '#contract/calls/saved-filters.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'

let server: DemoServer
let mehta: ApiUser
let iyer: ApiUser

beforeAll(async () => {
  server = await openDemo()
  mehta = await server.signIn('dr.mehta')
  iyer = await server.signIn('dr.iyer')
})
afterAll(() => server.close())

const idOf = (n: number) => `019b0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const filterOf = (n: number, part: object = {}) => ({
  id: idOf(n),
  flag: 'worklist',
  name: `Filter ${n}`,
  filter: { range: 'Any', status: 'Pending' },
  ...part,
})
const own = async (desk: ApiUser, flag = 'worklist') =>
  (await desk.get('study/savedFilters', { flag })).body.result as {
    id: string
    name: string
    count: number
  }[]

test('a filter is stored with its count, which matches the list', async () => {
  const saved = await mehta.post('study/saveFilter', filterOf(1))
  const list = await mehta.post('study/getList', { flag: 'worklist', status: 'Pending', ps: 1 })
  expect(saved.body.result).toMatchObject({ name: 'Filter 1', place: 0, rev: 1 })
  expect(saved.body.result.count).toBe(list.body.result.page.total_records)
  expect(await own(mehta)).toMatchObject([{ id: idOf(1), count: saved.body.result.count }])
})

test('its range is counted from the current day, in the reader’s time zone', async () => {
  await mehta.post('study/saveFilter', filterOf(2, { filter: { range: 'Today' } }))
  const today = await mehta.post('study/getList', {
    flag: 'worklist',
    from_date: '2026-11-21',
    to_date: '2026-11-21',
    ps: 1,
  })
  const kept = await own(mehta)
  expect(kept.find((one) => one.id === idOf(2))?.count).toBe(today.body.result.page.total_records)
})

test('the same id is the same filter: a repeat renames it and keeps its position', async () => {
  const again = await mehta.post('study/saveFilter', filterOf(1, { name: '  Renamed ' }))
  expect(again.body.result).toMatchObject({ name: 'Renamed', place: 0, rev: 2 })
  expect((await own(mehta)).filter((one) => one.id === idOf(1))).toHaveLength(1)
})

test('filters belong to one person: others neither see, change nor delete them', async () => {
  expect(await own(iyer)).toEqual([])
  const changed = await iyer.post('study/saveFilter', filterOf(1, { name: 'Mine now' }))
  const deleted = await iyer.post('study/deleteFilter', { id: idOf(1) })
  const unknown = await iyer.post('study/deleteFilter', { id: idOf(99) })
  expect([changed.status, deleted.status]).toEqual([404, 404])
  expect(deleted.body).toEqual(unknown.body)
  expect((await own(mehta)).map((one) => one.name)).toContain('Renamed')
})

test('counts respect the rights: the reader’s own worklist and not the whole centre', async () => {
  const saved = await iyer.post('study/saveFilter', filterOf(3, { filter: { range: 'Any' } }))
  const list = await iyer.post('study/getList', { flag: 'worklist', ps: 1 })
  expect(saved.body.result.count).toBe(list.body.result.page.total_records)
  expect(saved.body.result.count).toBeLessThan(SANJEEVANI.studies)
})

test('a closed list keeps no filters', async () => {
  expect((await iyer.post('study/saveFilter', filterOf(4, { flag: 'portal' }))).body.code).toBe(
    'not_permitted',
  )
  expect((await iyer.get('study/savedFilters', { flag: 'portal' })).body.code).toBe('not_permitted')
})

test('a deleted filter is removed, and deleting it again is not found', async () => {
  expect((await mehta.post('study/deleteFilter', { id: idOf(2) })).status).toBe(200)
  expect((await mehta.post('study/deleteFilter', { id: idOf(2) })).status).toBe(404)
  expect((await own(mehta)).map((one) => one.id)).toEqual([idOf(1)])
})

test('an unknown field and an empty name are refused by name', async () => {
  const unknown = await mehta.post('study/saveFilter', filterOf(5, { filter: { nonsense: '1' } }))
  expect([unknown.status, unknown.body.code]).toEqual([400, 'invalid'])
  const nameless = await mehta.post('study/saveFilter', filterOf(5, { name: '' }))
  expect(nameless.body.fields).toHaveProperty('name')
})

test('the number of filters is limited', async () => {
  const manager = await server.signIn('manager.andheri')
  for (let n = 0; n < SAVED_FILTERS_MAX; n++)
    expect((await manager.post('study/saveFilter', filterOf(100 + n))).status).toBe(200)
  const surplus = await manager.post('study/saveFilter', filterOf(200))
  expect([surplus.status, surplus.body.code]).toEqual([422, 'refused'])
})
