import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from '#domain/match/edit-distance.ts'
import { isCertainMatch, type MatchService, type MatchStudy, matchVisit } from '#domain/match/match-visit.ts'
import { isSameName, nameLikeness } from '#domain/match/name-likeness.ts'

const AT = Date.parse('2026-11-21T08:00:00Z')
const service = (change: Partial<MatchService> = {}): MatchService => ({
  branch_id: 'b1',
  accession_no: 'S260001',
  pat_id: 'SAN-1001',
  pat_name: 'Meera Rao',
  pat_birthdate: '1984-03-02',
  pat_sex: 'Female',
  modality: 'CT',
  study_iuid: '1.2.840.77',
  at: AT,
  ...change,
})
const study = (change: Partial<MatchStudy> = {}): MatchStudy => ({ ...service(), ...change })

describe('a study is linked automatically', () => {
  it.each<[string, Partial<MatchStudy>, boolean]>([
    ['with branch, accession number and patient ID', { pat_name: 'RAO', pat_birthdate: null }, true],
    ['with branch, accession number, name and birth', { pat_id: '' }, true],
    ['with the name in another order and case', { pat_id: '', pat_name: 'RAO^MEERA' }, true],
    ['not in another branch', { branch_id: 'b2' }, false],
    ['not without a branch', { branch_id: null }, false],
    ['not without the accession number', { accession_no: '' }, false],
    ['not with an accession number that is a letter off', { accession_no: 'S260010' }, false],
    ['not by the study UID alone', { accession_no: '', pat_id: 'SAN-1001' }, false],
    ['with a study UID of the machine itself', { study_iuid: '1.2.3' }, true],
    ['not by the name alone', { pat_id: '', pat_birthdate: null }, false],
    ['not by a name that is a letter off', { pat_id: '', pat_name: 'Meera Rai' }, false],
    ['not by an empty patient ID', { pat_id: '', pat_name: 'Someone Else' }, false],
  ])('%s', (_, change, isLinked) => {
    expect(isCertainMatch(study(change), service())).toBe(isLinked)
  })

  it('never if the patients share neither ID nor name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (pat_id, pat_name) => {
        fc.pre(pat_id.trim().toUpperCase() !== 'SAN-1001' && !isSameName(pat_name, 'Meera Rao'))
        expect(isCertainMatch(study({ pat_id, pat_name }), service())).toBe(false)
      }),
    )
  })
})

describe('evidence for a visit', () => {
  it.each<[string, Partial<MatchStudy>, string[]]>([
    [
      'all that agrees',
      {},
      [
        'same_study_uid',
        'same_accession',
        'same_patient_id',
        'same_name',
        'same_birthdate',
        'same_modality',
        'same_day',
      ],
    ],
    ['two letters swapped in the number', { accession_no: 'S260010' }, ['similar_accession']],
    ['an oh for a zero', { accession_no: 'S26OOO1' }, ['same_accession']],
    ['day and month swapped', { pat_birthdate: '1984-02-03' }, ['similar_birthdate']],
    ['a mistyped name', { pat_name: 'RAO^MIRA' }, ['similar_name']],
    ['an initial', { pat_name: 'M Rao' }, ['similar_name']],
    ['two days later', { at: AT + 2 * 86_400_000 }, ['near_day']],
    ['one of several modalities', { modality: 'PT,CT' }, ['same_modality']],
    ['another sex', { pat_sex: 'Male' }, ['other_sex']],
    ['another branch', { branch_id: 'b2' }, ['other_branch']],
  ])('%s', (_, change, reasons) => {
    expect(matchVisit(study(change), service())?.reasons).toEqual(expect.arrayContaining(reasons))
  })

  it('is the study UID that was sent to the machine, even if little else agrees', () => {
    const bare = study({ accession_no: '', pat_id: '', pat_name: 'UNKNOWN', pat_birthdate: null })
    expect(matchVisit(bare, service())?.reasons[0]).toBe('same_study_uid')
    expect(matchVisit({ ...bare, study_iuid: '' }, service({ study_iuid: '' }))).toBeUndefined()
  })

  it('is too weak if only day and modality agree', () => {
    const other = study({
      study_iuid: '1.2.3',
      accession_no: 'X9',
      pat_id: 'Q-7',
      pat_name: 'John Smith',
      pat_birthdate: '2001-09-09',
    })
    expect(matchVisit(other, service())).toBeUndefined()
  })

  it('never rises with a worse spelling', () => {
    const exact = matchVisit(study(), service())?.score ?? 0
    fc.assert(
      fc.property(fc.string(), (pat_name) => {
        expect(matchVisit(study({ pat_name }), service())?.score ?? 0).toBeLessThanOrEqual(exact)
      }),
    )
  })
})

describe('names', () => {
  it.each([
    ['Rao^Meera', 'meera rao', 1],
    ['Dr. Meera Rao', 'RAO MEERA', 1],
    ['Élodie Muñoz', 'elodie munoz', 1],
    ['', 'Meera', 0],
  ])('%s is as like %s as %d', (a, b, likeness) => {
    expect(nameLikeness(a, b)).toBe(likeness)
  })

  it('are equally alike in both directions, between 0 and 1', () => {
    const name = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'e'), minLength: 1 }), {
      maxLength: 3,
    })
    fc.assert(
      fc.property(name, (words) => {
        const text = words.join(' ')
        const likeness = nameLikeness(text, 'abce cab')
        expect(likeness).toBeGreaterThanOrEqual(0)
        expect(likeness).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('are as distant as the number of changed letters', () => {
    expect(editDistance('meera', 'meera', 3)).toBe(0)
    expect(editDistance('meera', 'mera', 3)).toBe(1)
    expect(editDistance('meera', 'meear', 3)).toBe(1)
    expect(editDistance('abc', 'xyz', 2)).toBe(3)
  })
})
