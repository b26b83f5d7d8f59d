import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choosePriors, textOrder } from '#domain/prior/choose-priors.ts'
import { PRIORS_MAX, SAME_MODALITY_PLACES } from '#domain/prior/limits.ts'

const former = (at: number, modality = 'XR') => ({ at, modality })

test('an old study of the modality being read is chosen among many newer ones of other modalities', () => {
  const many = Array.from({ length: 30 }, (_, i) => former(100 + i))
  const { chosen, older } = choosePriors('CT', [former(1, 'CT'), ...many])
  expect(chosen).toHaveLength(PRIORS_MAX)
  expect(chosen.at(-1)).toEqual(former(1, 'CT'))
  expect(chosen[0]).toEqual(former(129))
  expect(older).toBe(31 - PRIORS_MAX)
})

test('texts of the modality being read come first, then the newest', () => {
  const list = [former(3), former(2, 'CT'), former(1, 'CT')]
  expect(textOrder('CT', list)).toEqual([former(2, 'CT'), former(1, 'CT'), former(3)])
})

const list = fc.array(fc.record({ at: fc.nat(), modality: fc.constantFrom('CT', 'XR', 'MR') }), {
  maxLength: 40,
})

test('nothing is included twice, the count is complete, and omitted texts are older than the included ones of their kind', () => {
  fc.assert(
    fc.property(list, (all) => {
      const { chosen, older } = choosePriors('CT', all)
      expect(chosen.length + older).toBe(all.length)
      expect(chosen.length).toBe(Math.min(all.length, PRIORS_MAX))
      expect(new Set(chosen).size).toBe(chosen.length)
      expect(chosen.map(({ at }) => at)).toEqual(chosen.map(({ at }) => at).toSorted((a, b) => b - a))
      const alike = all.filter(({ modality }) => modality === 'CT').length
      expect(chosen.filter(({ modality }) => modality === 'CT').length).toBeGreaterThanOrEqual(
        Math.min(alike, SAME_MODALITY_PLACES),
      )
      for (const left of all.filter((one) => !chosen.includes(one)))
        for (const one of chosen.filter(({ modality }) => modality === left.modality))
          expect(one.at).toBeGreaterThanOrEqual(left.at)
    }),
  )
})

test('a study of several modalities belongs to each of them, and an object that only accompanies images is no modality', () => {
  const others = Array.from({ length: 30 }, (_, i) => former(100 + i))
  const both = former(1, 'CT,SR')
  expect(choosePriors('CT', [both, ...others]).chosen).toContain(both)
  expect(choosePriors('MR,CT', [both, ...others]).chosen).toContain(both)
  expect(choosePriors('US,SR', [both, ...others]).chosen).not.toContain(both)
  expect(textOrder('SR,CT', [former(2), both])).toEqual([both, former(2)])
})

test('of many studies 15 are listed, and 8 of these places are for the modality being read, older as they are', () => {
  const xrays = Array.from({ length: 30 }, (_, i) => former(100 + i))
  const scans = Array.from({ length: 10 }, (_, i) => former(i, 'CT'))
  const { chosen, older } = choosePriors('CT', [...xrays, ...scans])
  expect(chosen.filter(({ modality }) => modality === 'CT').map(({ at }) => at)).toEqual([
    9, 8, 7, 6, 5, 4, 3, 2,
  ])
  expect(chosen.filter(({ modality }) => modality === 'XR')).toHaveLength(7)
  expect(older).toBe(25)
})
