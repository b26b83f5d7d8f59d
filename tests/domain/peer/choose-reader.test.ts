import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseReader, mayReadAgain, type PeerDoctor } from '#domain/peer/choose-reader.ts'

const doctor = (id: string, part: Partial<PeerDoctor> = {}): PeerDoctor => ({
  id,
  branchIds: ['b1'],
  isOfAllBranches: false,
  modalities: ['CT'],
  ...part,
})
const study = (part: object = {}) => ({ branchId: 'b1', modality: 'CT', own: new Set(['own']), ...part })
const byId = ({ id }: PeerDoctor) => id

test('a reader never gets the own report, another branch or a modality that they do not read', () => {
  expect(mayReadAgain(doctor('own'), study())).toBe(false)
  expect(mayReadAgain(doctor('a'), study())).toBe(true)
  expect(mayReadAgain(doctor('a', { branchIds: ['b2'] }), study())).toBe(false)
  expect(mayReadAgain(doctor('a', { branchIds: [], isOfAllBranches: true }), study())).toBe(true)
  expect(mayReadAgain(doctor('a', { modalities: ['MR'] }), study())).toBe(false)
  expect(mayReadAgain(doctor('a', { modalities: ['MR'] }), study({ modality: 'CT,MR' }))).toBe(true)
  expect(mayReadAgain(doctor('a', { modalities: ['MR'] }), study({ modality: 'CT, MR' }))).toBe(true)
  expect(mayReadAgain(doctor('a', { modalities: [''] }), study({ modality: '' }))).toBe(true)
})

test('the reader with the fewest readings is chosen, and a tie is resolved by the tie value', () => {
  const doctors = [doctor('a'), doctor('b'), doctor('c'), doctor('own')]
  const choose = (loads: [string, number][]) => chooseReader(doctors, study(), new Map(loads), byId)?.id
  expect(choose([])).toBe('a')
  expect(choose([['a', 1]])).toBe('b')
  expect(
    choose([
      ['a', 2],
      ['b', 2],
      ['c', 1],
    ]),
  ).toBe('c')
  expect(chooseReader([doctor('own')], study(), new Map(), byId)).toBeUndefined()
  // Nobody's place in the list counts, and no count is a count of none.
  expect(chooseReader(doctors.toReversed(), study(), new Map(), byId)?.id).toBe('a')
  expect(choose([['a', 0]])).toBe('a')
})

test('for any doctors and loads, the chosen reader may read it and no other eligible one has fewer readings', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const anyDoctor = fc.record({
    id: fc.constantFrom(...ids),
    branchIds: fc.subarray(['b1', 'b2']),
    isOfAllBranches: fc.boolean(),
    modalities: fc.subarray(['CT', 'MR', '']),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(anyDoctor, { selector: ({ id }) => id }),
      fc.subarray(ids),
      fc.constantFrom('CT', 'MR', 'CT,MR', ''),
      fc.dictionary(fc.constantFrom(...ids), fc.nat(5)),
      (doctors, own, modality, loads) => {
        const asked = study({ own: new Set(own), modality })
        const chosen = chooseReader(doctors, asked, new Map(Object.entries(loads)), byId)
        const able = doctors.filter((one) => mayReadAgain(one, asked))
        if (!chosen) return able.length === 0
        expect(own).not.toContain(chosen.id)
        expect(able).toContain(chosen)
        return able.every(({ id }) => (loads[id] ?? 0) >= (loads[chosen.id] ?? 0))
      },
    ),
  )
})
