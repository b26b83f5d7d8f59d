import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueDays } from '#domain/follow-up/due-day.ts'
import { FOLLOW_UP_CODES, FOLLOW_UP_MODALITIES, modalityOfCode } from '#domain/follow-up/named-modalities.ts'
import { coversRegions } from '#domain/follow-up/named-regions.ts'
import { readTypedFollowUp, type TypedFollowUp } from '#domain/follow-up/own-words.ts'
import { formatDay } from '#domain/time/formats.ts'
import { addDays } from '#domain/time/zones.ts'

const EXAMINED = '2026-11-20'
const read = (typed: Partial<TypedFollowUp>, today = '2026-11-21') =>
  readTypedFollowUp(
    { what: 'CT chest', count: '3', unit: 'month', day: '', ...typed },
    { examined: EXAMINED, today, show: formatDay },
  )
const problemsOf = (typed: Partial<TypedFollowUp>, today?: string) => read(typed, today).problems

test('kind and part are read from the words, and the words stay as typed', () => {
  expect(read({ what: ' HRCT  thorax, left upper lobe ' }).proposal).toMatchObject({
    modality: { code: 'CT' },
    regions: ['chest'],
    what: 'HRCT thorax, left upper lobe',
    interval: { from: 3, to: 3, unit: 'month' },
    sentence: '',
  })
  expect(read({ what: 'us abdomen', count: '3-6', unit: 'week' }).proposal).toMatchObject({
    modality: { code: 'US' },
    regions: ['abdomen'],
    interval: { from: 3, to: 6, unit: 'week' },
  })
})

test.each([
  ['CT', []],
  ['plain CT scan', []],
  ['whole body MRI', []],
  ['Mammography', ['breast']],
  ['PET-CT', []],
  ['DEXA', []],
  ['Bone scan with tracer', []],
  ['barium swallow', []],
])('%s needs no part of the body', (what, regions) => {
  expect(read({ what }).proposal?.regions).toEqual(regions)
})

test.each([
  ['', /^Examination: enter what is to be done/],
  ['chest in a while', /^Examination: name its kind, which is one of PET, CT, MRI, Ultrasound/],
  ['MRI or CT brain', /^Examination: name one kind only\. MRI and CT are two follow-ups/],
  ['CT with tracer', /^Examination: name a part of the body that is one of head, face/],
  ['tracer CT', /^Examination: name a part of the body that is one of head, face/],
  ['CT of the gizzard', /^Examination: name a part of the body that is one of head, face/],
  ['CT guided biopsy of the liver', /^Examination: a biopsy/],
  [`CT chest ${'x'.repeat(200)}`, /^Examination: at most 200 letters/],
])('“%s” is refused with the field and the rule', (what, problem) => {
  expect(problemsOf({ what })?.what).toMatch(problem)
  expect(problemsOf({ what })?.when).toBeUndefined()
})

describe('the time', () => {
  test.each([
    [{ count: '' }, 'Time: enter a whole number from 1 to 999, or a range such as 3-6.'],
    [{ count: '1.5' }, 'Time: enter a whole number from 1 to 999, or a range such as 3-6.'],
    [{ count: '0' }, 'Time: it must be after the examination of 20 Nov 2026.'],
    [{ count: '11', unit: 'year' }, 'Time: it must be within ten years of the examination.'],
    [{ count: '999', unit: 'year' }, 'Time: it must be within ten years of the examination.'],
    [{ unit: 'on' }, 'Day: enter the day on which it is due.'],
    [{ unit: 'on', day: '2027-02-31' }, 'Day: enter the day on which it is due.'],
    [{ unit: 'on', day: EXAMINED }, 'Day: it must be after the examination of 20 Nov 2026.'],
    [{ unit: 'on', day: '2036-12-31' }, 'Day: it must be within ten years of the examination.'],
  ] as const)('%o is refused: %s', (typed, problem) => {
    expect(problemsOf(typed)).toEqual({ when: problem })
  })

  test('a due day before today is refused, counted or dated; today is accepted', () => {
    expect(problemsOf({ count: '2', unit: 'week' }, '2027-01-10')?.when).toBe(
      'Time: 04 Dec 2026 is over. The time counts from 20 Nov 2026.',
    )
    expect(problemsOf({ unit: 'on', day: '2027-01-09' }, '2027-01-10')?.when).toMatch(
      /^Day: 09 Jan 2027 is over/,
    )
    expect(read({ count: '1-2', unit: 'month' }, '2027-01-20').problems).toBeUndefined()
  })

  test('both fields are reported at once', () => {
    expect(Object.keys(problemsOf({ what: '', count: '' }) ?? {})).toEqual(['what', 'when'])
  })

  test('a typed day is the due day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_670 }), (days) => {
        const day = addDays(EXAMINED, days)
        const { proposal } = read({ unit: 'on', day })
        expect(proposal && dueDays(EXAMINED, proposal.interval)).toEqual({ due_on: day, due_to: day })
      }),
    )
  })
})

test('an accepted follow-up is matched by a study of the same words', () => {
  const kinds = FOLLOW_UP_MODALITIES.map(({ label }) => label)
  const words = fc.array(
    fc.constantFrom('chest', 'abdomen', 'left', 'knee', 'with', 'scan', 'whole', 'foo', 'biopsy'),
  )
  fc.assert(
    fc.property(fc.constantFrom(...kinds), words, (kind, more) => {
      const what = [kind, ...more].join(' ')
      const { proposal } = read({ what })
      if (proposal) expect(coversRegions(proposal.regions, what)).toBe(true)
    }),
  )
})

test('a list of follow-ups is filtered by the codes of the kinds', () => {
  expect(FOLLOW_UP_CODES).toEqual(FOLLOW_UP_MODALITIES.map(({ code }) => code))
  expect(modalityOfCode('DX')?.code).toBe('CR')
  expect(modalityOfCode('ECG')).toBeUndefined()
})

test('“us” beside a kind of examination is no ultrasound', () => {
  expect(read({ what: 'CT chest for us' }).proposal?.modality.code).toBe('CT')
})
