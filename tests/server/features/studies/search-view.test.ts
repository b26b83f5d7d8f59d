import { afterAll, beforeAll, expect, test } from 'vitest'
import { STUDY_COLUMNS } from '#server/features/studies/columns.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'

let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())

test('the text search view of the lists has every column of the lists', async () => {
  const rows = await askAdmin<{ column_name: string }>(
    server,
    `select column_name from information_schema.columns where table_name = 'study_search'`,
    [],
  )
  const there = rows.map(({ column_name }) => `s.${column_name}`)
  expect(STUDY_COLUMNS.filter((column) => !there.includes(column))).toEqual([])
})
