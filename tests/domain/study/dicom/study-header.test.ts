import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOfDicom, instantOfDicom } from '#domain/study/dicom/dicom-time.ts'
import { openStudyHeader, readStudyHeader } from '#domain/study/dicom/study-header.ts'

const PLACE = { zone: 'Asia/Kolkata', today: '2026-11-21' }
const value = (vr: string, ...values: unknown[]) => ({ vr, Value: values })

const FULL = {
  '00080020': value('DA', '20261121'),
  '00080030': value('TM', '143005.250'),
  '00080050': value('SH', 'ACC-1'),
  '00080061': value('CS', 'SR', 'CT'),
  '00080090': value('PN', { Alphabetic: 'Nair^Anil^^Dr' }),
  '00081030': value('LO', 'CT Brain'),
  '00100010': value('PN', { Alphabetic: 'RAO^MEERA' }),
  '00100020': value('LO', '007'),
  '00100030': value('DA', '19840310'),
  '00100040': value('CS', 'F'),
  '0020000d': value('UI', '1.2.840.1'),
  '00201208': value('IS', 120),
  '00020016': value('AE', 'CT_ROOM1'),
}

test('a full header gives every field', () => {
  expect(readStudyHeader(FULL, PLACE)).toEqual({
    ok: true,
    study: {
      study_iuid: '1.2.840.1',
      pat_id: '007',
      pat_name: 'MEERA RAO',
      pat_sex: 'Female',
      pat_birthdate: '1984-03-10',
      study_desc: 'CT Brain',
      study_datetime: '2026-11-21T14:30:05.250+05:30',
      modality: 'CT',
      no_of_img: 120,
      accession_no: 'ACC-1',
      ref_physician: 'Dr Anil Nair',
      src_aet: 'CT_ROOM1',
      gaps: [],
    },
  })
})

test('a header without name and accession is accepted, and the missing fields are named', () => {
  const { '00100010': _name, '00080050': _accession, ...header } = FULL
  const answer = readStudyHeader(header, PLACE)
  expect(answer).toMatchObject({
    ok: true,
    study: { pat_name: '', accession_no: '', gaps: ['pat_name', 'accession_no'] },
  })
})

test.each([
  [null, 'The header is not an object.'],
  ['<html>', 'The header is not an object.'],
  [[FULL], 'The header is not an object.'],
  [{}, 'The header has no study UID.'],
  [{ '0020000D': { vr: 'UI' } }, 'The header has no study UID.'],
  [{ '0020000D': value('UI', "1'; drop table study") }, 'The study UID is not a DICOM UID.'],
  [{ '0020000D': value('UI', `1.${'2'.repeat(64)}`) }, 'The study UID is not a DICOM UID.'],
])('%j is refused: %s', (header, reason) => {
  expect(readStudyHeader(header, PLACE)).toEqual({ ok: false, reason })
})

test('nonsense in single fields leaves them empty and names them', () => {
  const header = {
    ...FULL,
    '00080020': value('DA', '20261399'),
    '00100030': value('DA', '29991231'),
    '00080061': value('CS', 'this is no modality at all'),
    '00201208': value('IS', 'many'),
    '00100020': { vr: 'LO', Value: 'not a list' },
    '00100010': value('PN', { Alphabetic: 42 }),
  }
  expect(readStudyHeader(header, PLACE)).toMatchObject({
    ok: true,
    study: {
      study_datetime: null,
      pat_birthdate: null,
      modality: '',
      no_of_img: 0,
      pat_id: '',
      gaps: ['pat_id', 'pat_name', 'pat_birthdate', 'study_datetime', 'modality'],
    },
  })
})

test.each([
  ['17000101', null],
  ['18601231', null],
  ['20300101', null],
  ['19840310', '1984-03-10'],
])('a birth date of %s gives the study %s', (born, pat_birthdate) => {
  const header = { ...FULL, '00100030': value('DA', born) }
  expect(readStudyHeader(header, PLACE)).toMatchObject({ ok: true, study: { pat_birthdate } })
})

const modality = (...all: string[]) => {
  const answer = readStudyHeader({ ...FULL, '00080061': value('CS', ...all) }, PLACE)
  return answer.ok && answer.study.modality
}

test.each([
  [1, 1],
  [0, 0],
  [-3, 0],
  [1.5, 0],
  [1_000_000, 0],
  ['12', 12],
  [undefined, 0],
])('a header that counts %s images has %i', (count, images) => {
  const read = readStudyHeader({ ...FULL, '00201208': value('IS', count) }, PLACE)
  expect(read.ok && read.study.no_of_img).toBe(images)
})

test('several kinds of images are named together, and companion objects only if alone', () => {
  expect([modality('PT', 'CT', 'PT'), modality('SR'), modality('KO', 'mr')]).toEqual(['PT,CT', 'SR', 'MR'])
})

test('invisible characters are removed from a name', () => {
  const answer = readStudyHeader({ ...FULL, '00100010': value('PN', 'RAO\u202e^MEE\u0000RA') }, PLACE)
  expect(answer.ok && answer.study.pat_name).toBe('MEE RA RAO')
})

test('no wrong header makes the reader throw', () => {
  const tag = fc.constantFrom(...Object.keys(FULL))
  fc.assert(
    fc.property(
      fc.dictionary(tag, fc.oneof(fc.anything(), fc.record({ Value: fc.array(fc.anything()) }))),
      (noise) => {
        const answer = readStudyHeader({ ...FULL, ...noise }, PLACE)
        expect(typeof answer.ok).toBe('boolean')
      },
    ),
  )
})

test.each([
  ['20261121', '143005', undefined, 'Asia/Kolkata', '2026-11-21T14:30:05+05:30'],
  ['20261121', '1430', '-0330', 'Asia/Kolkata', '2026-11-21T14:30:00-03:30'],
  ['2026.11.21', '14:30:05', undefined, 'UTC', '2026-11-21T14:30:05+00:00'],
  ['20261121', '', undefined, 'Asia/Kuwait', '2026-11-21T00:00:00+03:00'],
  ['20261121', '99', undefined, 'Asia/Kuwait', '2026-11-21T00:00:00+03:00'],
  ['20261121', '235960', undefined, 'UTC', '2026-11-21T23:59:59+00:00'],
  ['20260701', '12', undefined, 'America/New_York', '2026-07-01T12:00:00-04:00'],
  // A time that the clock change skips is read with the offset before it.
  ['20260308', '0230', undefined, 'America/New_York', '2026-03-08T02:30:00-05:00'],
  ['20261121', '12', 'nonsense', 'UTC', '2026-11-21T12:00:00+00:00'],
])('%s %s with offset %s in %s is %s', (date, time, offset, zone, instant) => {
  expect(instantOfDicom(date, time, { offset, zone })).toBe(instant)
})

test('an invalid date gives no instant', () => {
  for (const date of ['', '20260230', '2026', 'today']) {
    expect(dayOfDicom(date)).toBeUndefined()
    expect(instantOfDicom(date, '12', { zone: 'UTC' })).toBeUndefined()
  }
})

test('an opened header names its UID and source without reading other fields, and is read in any place', () => {
  let reads = 0
  const name = {
    vr: 'PN',
    get Value() {
      reads += 1
      return [{ Alphabetic: 'RAO^ANIL' }]
    },
  }
  const opened = openStudyHeader({ ...FULL, '00100010': name })
  if (!opened.ok) throw new Error(opened.reason)
  const answer = readStudyHeader(FULL, PLACE)
  if (!answer.ok) throw new Error(answer.reason)
  expect(opened.header).toMatchObject({ study_iuid: answer.study.study_iuid, src_aet: answer.study.src_aet })
  expect(reads).toBe(0)
  const times = ['UTC', 'Asia/Kolkata'].map((zone) => opened.header.readIn({ ...PLACE, zone }).study_datetime)
  expect(times[0]).not.toBe(times[1])
  expect(reads).toBeGreaterThan(0)
  expect(() => opened.header.readIn({ ...PLACE, today: 'today' })).toThrow(RangeError)
})
