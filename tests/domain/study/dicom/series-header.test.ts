import { expect, test } from 'vitest'
import { inSeriesOrder, readSeriesHeader } from '#domain/study/dicom/series-header.ts'

const header = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([tag, value]) => [tag, { vr: 'LO', Value: [value] }]))

test('a series is read with its own offset, otherwise in the zone of its place', () => {
  const values = { '0020000E': '1.2', '00080021': '20261120', '00080031': '101500', '0008103e': ' Axial ' }
  expect(readSeriesHeader(header(values), 'Asia/Kolkata')).toMatchObject({
    id: '1.2',
    series_desc: 'Axial',
    created_time: '2026-11-20T10:15:00+05:30',
  })
  const abroad = readSeriesHeader(header({ ...values, '00080201': '+0300' }), 'Asia/Kolkata')
  expect(abroad?.created_time).toBe('2026-11-20T10:15:00+03:00')
})

test.each([
  null,
  7,
  'x',
  [],
  {},
  { '0020000E': null },
  header({ '0020000E': 'not a UID' }),
  header({ '0020000E': {} }),
])('nonsense is no series: %j', (nonsense) => {
  expect(readSeriesHeader(nonsense, 'UTC')).toBeUndefined()
})

test('series are in the order of their numbers, those without one last', () => {
  const one = (id: string, series_no: unknown) =>
    readSeriesHeader(header({ '0020000E': id, '00200011': series_no }), 'UTC')
  const all = [one('1.3', 10), one('1.4', ''), one('1.1', 2), one('1.2', 2)].filter(
    (series) => series !== undefined,
  )
  expect(inSeriesOrder(all).map(({ id }) => id)).toEqual(['1.1', '1.2', '1.3', '1.4'])
})
