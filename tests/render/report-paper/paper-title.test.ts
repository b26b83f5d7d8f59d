import { expect, test } from 'vitest'
import { paperFileName, paperTitleOf } from '#render/report-paper/paper-title.ts'

const STUDY = {
  modality: 'CT',
  study_desc: 'CT Brain Plain',
  accession_no: 'S260048237',
  // In Kolkata the next day has begun.
  study_datetime: '2026-11-22T20:16:00Z',
}

test('a paper is called by its study, on the clock of the branch', () => {
  const title = paperTitleOf(STUDY, 'Asia/Kolkata')
  expect(title).toBe('Report · CT Brain Plain · S260048237 · 23 Nov 2026')
  expect(paperFileName(title)).toBe('Report CT Brain Plain S260048237 23 Nov 2026.pdf')
})

test('what a study does not say is left out, and the modality stands where the name does not say it', () => {
  const bare = { ...STUDY, study_desc: 'Abdomen', accession_no: '', study_datetime: null }
  expect(paperTitleOf(bare, 'Asia/Kolkata')).toBe('Report · CT Abdomen')
})

test('a file name has no sign that a system refuses, and an end', () => {
  expect(paperFileName('Report · MR C/T/L: *Spine* "3T"\n<a>|b\\c?')).toBe(
    'Report MR C T L Spine 3T a b c.pdf',
  )
  expect(paperFileName('முழு '.repeat(80)).length).toBeLessThan(130)
})
