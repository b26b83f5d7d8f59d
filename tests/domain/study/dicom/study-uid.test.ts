import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isUid, serviceIdOfUid, studyUidOf } from '#domain/study/dicom/study-uid.ts'

describe('the study UID of a service', () => {
  it('gives the service back, whatever its id', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(serviceIdOfUid(studyUidOf(id))).toBe(id)
      }),
    )
  })

  it.each([
    '',
    '2.25',
    '2.25.',
    '2.25.01',
    '1.2.840.113619.2.55',
    `2.25.${'9'.repeat(39)}`,
    '2.25.1.2',
    '2.25.x',
  ])('%s is not the UID of a service', (uid) => expect(serviceIdOfUid(uid)).toBeUndefined())

  it.each([
    ['1.2.840.10008.5', true],
    ['2.25.0', true],
    ['1', false],
    ['1.', false],
    ['.', false],
    ['1..2', false],
    ['1.02', false],
    ['1.2.a', false],
    [`1.${'2'.repeat(62)}`, true],
    [`1.${'2'.repeat(63)}`, false],
  ])('takes %s for a UID: %s', (text, is) => expect(isUid(text)).toBe(is))
})
