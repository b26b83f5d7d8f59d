import { expect, test } from 'vitest'
import { paperFileName, paperTitleOf } from '#render/report-paper/paper-title.ts'

const STUDY = {
  pat_id: 'P-1007',
  modality: 'CT',
  study_desc: 'CT Brain Plain',
  accession_no: 'S260048237',
  // In Kolkata the next day has begun.
  study_datetime: '2026-11-22T20:16:00Z',
}
const ZONE = 'Asia/Kolkata'

test('a paper is named by its study, with the time of the branch', () => {
  expect(paperTitleOf(STUDY, ZONE)).toBe('Report · CT Brain Plain · S260048237 · 23 Nov 2026')
  expect(paperTitleOf(STUDY, ZONE, 'booklet')).toBe('Booklet · CT Brain Plain · S260048237 · 23 Nov 2026')
})

test('its file name has patient id, accession number and day, and then the examination', () => {
  expect(paperFileName(STUDY, ZONE)).toBe('Report P-1007 S260048237 2026-11-23 CT Brain Plain.pdf')
  expect(paperFileName(STUDY, ZONE, 'booklet')).toBe(
    'Booklet P-1007 S260048237 2026-11-23 CT Brain Plain.pdf',
  )
})

test('missing data of a study is left out, and the modality is added if the name does not contain it', () => {
  const bare = { ...STUDY, study_desc: 'Abdomen', accession_no: '', study_datetime: null }
  expect(paperTitleOf(bare, ZONE)).toBe('Report · CT Abdomen')
  expect(paperFileName(bare, ZONE)).toBe('Report P-1007 CT Abdomen.pdf')
})

test('a file name has no forbidden character, only whole letters and a limited length', () => {
  const named = (study_desc: string) => paperFileName({ ...STUDY, modality: '', study_desc }, ZONE)
  expect(paperFileName({ ...STUDY, pat_id: 'HN/20:7', accession_no: 'A\\9|1' }, ZONE)).toBe(
    'Report HN 20 7 A 9 1 2026-11-23 CT Brain Plain.pdf',
  )
  expect(named('C/T/L: *Spine* "3T"\n<a>|b\\c?')).toBe(
    'Report P-1007 S260048237 2026-11-23 C T L Spine 3T a b c.pdf',
  )
  const long = named('முழு '.repeat(80))
  expect(long.length).toBeLessThan(130)
  expect(long).toMatch(/^Report P-1007 S260048237 2026-11-23 .*\.pdf$/u)
  // A surrogate pair that the cut would split.
  expect(named(`a${'\u{1F9B4}'.repeat(100)}`).isWellFormed()).toBe(true)
})
