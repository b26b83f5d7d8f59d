import { expect, test } from 'vitest'
import { isPageAddress, unknownViewerNames, viewerAddress, wantsToken } from '#domain/study/viewer-address.ts'

const study = { study_iuid: '1.2.840.1', accession_no: 'A/26 1', pat_id: 'SAN-1&x' }

test.each([
  ['', ''],
  ['https://v.example/study?uid={STUDY_UID}', 'https://v.example/study?uid=1.2.840.1'],
  ['https://v.example/?a={ACCESSION}&p={PATIENT_ID}', 'https://v.example/?a=A%2F26%201&p=SAN-1%26x'],
  ['https://v.example/open/', 'https://v.example/open/1.2.840.1'],
  ['https://v.example/?uid={STUDY_UID}&t={TOKEN}', 'https://v.example/?uid=1.2.840.1&t={TOKEN}'],
  ['https://v.example/?t={TOKEN}', 'https://v.example/?t={TOKEN}'],
  ['https://v.example/?s={STORAGE}', 'https://v.example/?s={STORAGE}'],
])('%s becomes %s', (template, url) => {
  expect(viewerAddress(template, study)).toBe(url)
})

test.each([
  ['https://v.example/?t={TOKEN}', 'https://v.example/?t=a%2Bb%3D'],
  ['https://v.example/?u={STUDY_UID}&t={TOKEN}', 'https://v.example/?u=1.2.840.1&t=a%2Bb%3D'],
  ['https://v.example/?u=', 'https://v.example/?u=1.2.840.1'],
])('with a token %s becomes %s', (template, url) => {
  expect(viewerAddress(template, study, 'a+b=')).toBe(url)
})

test('a value that looks like a placeholder is not filled in again', () => {
  expect(viewerAddress('https://v/{ACCESSION}', { ...study, accession_no: '{TOKEN}' }, 'secret')).toBe(
    'https://v/%7BTOKEN%7D',
  )
})

test('an address waits for a token only while its placeholder is open', () => {
  expect(wantsToken(viewerAddress('https://v/{TOKEN}', study))).toBe(true)
  expect(wantsToken(viewerAddress('https://v/{TOKEN}', study, 't'))).toBe(false)
})

test.each([
  ['https://v.example/', true],
  ['HTTP://10.0.0.7/', true],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
  ['', false],
])('%s is a page: %s', (address, isPage) => {
  expect(isPageAddress(address)).toBe(isPage)
})

test('names in braces that no study fills are reported', () => {
  const known = 'https://v.example/{STUDY_UID}/{ACCESSION}?p={PATIENT_ID}&t={TOKEN}'
  expect(unknownViewerNames(known)).toEqual([])
  expect(unknownViewerNames(`${known}&x={STUDYUID}&y={token}`)).toEqual(['STUDYUID', 'token'])
})
