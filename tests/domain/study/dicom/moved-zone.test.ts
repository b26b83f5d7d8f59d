import { expect, test } from 'vitest'
import { timeInNewZone } from '#domain/study/dicom/moved-zone.ts'
import { zoneOfUnplaced } from '#domain/study/dicom/place-study.ts'

const HEADER = {
  '0020000D': { vr: 'UI', Value: ['1.2.3'] },
  '00080020': { vr: 'DA', Value: ['20261121'] },
  '00080030': { vr: 'TM', Value: ['093000'] },
}
const before = ['Asia/Kolkata', 'UTC']

test('a study that was read in another zone gets the time of its branch', () => {
  const inDubai = new Date('2026-11-21T05:30:00Z')
  for (const read of ['2026-11-21T04:00:00Z', '2026-11-21T09:30:00Z'])
    expect(timeInNewZone(HEADER, new Date(read), { zone: 'Asia/Dubai', before })).toEqual(inDubai)
  expect(timeInNewZone(HEADER, inDubai, { zone: 'Asia/Dubai', before })).toBeUndefined()
})

test('a time typed by a person, and one with its own offset, stay unchanged', () => {
  expect(
    timeInNewZone(HEADER, new Date('2026-11-20T00:00:00Z'), { zone: 'Asia/Dubai', before }),
  ).toBeUndefined()
  const offset = { ...HEADER, '00080201': { vr: 'SH', Value: ['+0100'] } }
  expect(
    timeInNewZone(offset, new Date('2026-11-21T08:30:00Z'), { zone: 'Asia/Dubai', before }),
  ).toBeUndefined()
})

test('the zone of a client is that of most of its branches', () => {
  const branches = ['Asia/Dubai', 'Asia/Kolkata', 'Asia/Kolkata', 'Nowhere'].map((time_zone) => ({
    time_zone,
  }))
  expect(zoneOfUnplaced(branches)).toBe('Asia/Kolkata')
  expect(zoneOfUnplaced(branches.slice(0, 2))).toBe('Asia/Dubai')
  expect(zoneOfUnplaced([])).toBe('UTC')
})

test('a study without a stored time, or with a header without one, keeps its time', () => {
  const place = { zone: 'Asia/Dubai', before }
  expect(timeInNewZone(HEADER, null, place)).toBeUndefined()
  const { '00080020': _day, ...dayless } = HEADER
  expect(timeInNewZone(dayless, new Date('2026-11-21T04:00:00Z'), place)).toBeUndefined()
  expect(timeInNewZone({}, new Date('2026-11-21T04:00:00Z'), place)).toBeUndefined()
})
