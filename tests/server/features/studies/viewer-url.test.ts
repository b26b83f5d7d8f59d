import { expect, test } from 'vitest'
import { viewerUrlOf } from '#server/features/studies/viewer-url.ts'

const study = { study_iuid: '1.2.840.1', accession_no: 'A/26 1', pat_id: 'SAN-1&x' }

test.each([
  ['', ''],
  ['https://v.example/study?uid={STUDY_UID}', 'https://v.example/study?uid=1.2.840.1'],
  ['https://v.example/?a={ACCESSION}&p={PATIENT_ID}', 'https://v.example/?a=A%2F26%201&p=SAN-1%26x'],
  ['https://v.example/open/', 'https://v.example/open/1.2.840.1'],
  ['https://v.example/?uid={STUDY_UID}&t={TOKEN}', 'https://v.example/?uid=1.2.840.1&t={TOKEN}'],
])('%s becomes %s', (template, url) => {
  expect(viewerUrlOf(template, study)).toBe(url)
})
