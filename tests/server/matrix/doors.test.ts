import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALLS } from '#contract/registry.ts'
import { routesOf } from '#server/kernel/http/call-routes.ts'
import { DOORS, SAME_AS } from './doors.ts'
import { judge } from './judge.ts'
import { type Matrix, openMatrix } from './open-matrix.ts'
import { routesServed } from './routes.ts'
import { COPY_ROWS, DOOR_ROWS } from './rows.ts'
import { fieldsText, holdAgainst, tableOf } from './snapshot.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await openMatrix()
}, 120_000)
afterAll(() => matrix?.close())

test('every route that the server serves is a declared call or an endpoint with a row', () => {
  const known = new Set([
    ...[...CALLS.values()].flatMap((call) => routesOf(call).map(({ url }) => `${call.method} ${url}`)),
    ...DOORS.map(({ route }) => route),
    ...Object.keys(SAME_AS),
  ])
  const served = routesServed(matrix.server.app)
  expect(served.length).toBeGreaterThan(CALLS.size)
  expect(
    served.filter((route) => !known.has(route)),
    'a route has no row: add it to DOORS in tests/server/matrix/doors.ts',
  ).toEqual([])
  expect(
    [...known].filter((route) => !served.includes(route)),
    'a row names a route that is not served',
  ).toEqual([])
})

test('every scope and type that a device pulls responds to each role as reviewed', async () => {
  const judged = await judge(matrix, COPY_ROWS)
  holdAgainst('copies.txt', tableOf(judged))
  holdAgainst('fields-of-copies.txt', fieldsText(judged))
}, 120_000)

test('every file, paper, stream and partner endpoint responds to each role as reviewed', async () => {
  holdAgainst('doors.txt', tableOf(await judge(matrix, DOOR_ROWS)))
}, 600_000)
