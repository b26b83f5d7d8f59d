import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ConsentEvidence } from '#contract/calls/consents.ts'
import {
  FIELD,
  FORM_F_IDS,
  FORM_F_NAMES,
  FORM_F_SLANG_NAMES,
  formFQuestionId,
  formFQuestions,
} from '#domain/pndt/form-f.ts'
import { renderDesk } from '#render/render-desk.ts'
import { consentPaper } from '#src/parts/visit-panel/consent-forms/consent-paper.ts'
import { paperContext, visitRow } from '#tests/helpers/paper/desk-paper-fixture.ts'
import { hasPoppler, pageGreys, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { renderAssets } from '#tests/helpers/paper/render-assets.ts'

const LOOK_AT = process.env.PAPERS_OUT
const QUESTION = '01994000-0000-7000-8000-000000000001'

const evidence = (language: 'en' | 'slang', change: Partial<ConsentEvidence> = {}): ConsentEvidence => ({
  consent: {
    id: '01994000-0000-7000-8000-000000000010',
    rev: 1,
    appt_id: '01994000-0000-7000-8000-000000000011',
    patient_id: '01994000-0000-7000-8000-000000000012',
    consent_form_id: '01994000-0000-7000-8000-000000000013',
    name: 'MRI safety questionnaire',
    kind: 'Signed',
    withdraws_id: null,
    language,
    sign_by: 'Parent',
    signer_name: 'Meera Menon',
    via: 'Kiosk',
    signed_on: '2026-11-21T05:00:30.000Z',
    created: '2026-11-21T06:10:00.000Z',
  },
  detail: {
    form: {
      id: '01994000-0000-7000-8000-000000000013',
      name: 'MRI safety questionnaire',
      name_slang: 'استبيان سلامة الرنين المغناطيسي',
      questions: [
        {
          id: QUESTION,
          ques: 'Do you have a pacemaker? *',
          ques_slang: 'هل لديك جهاز تنظيم ضربات القلب؟ *',
          ans_type: 'Single',
          ans_options: 'Yes|No',
          ans_options_slang: 'نعم|لا',
        },
      ],
      sha256: 'f'.repeat(64),
      has_slang: true,
    },
    patient: {
      name: 'Anjali Menon',
      passport: 'K1234567',
      gender: 'Female',
      mobile: '9000010039',
      dob: '1972-02-03',
    },
    centre: {
      name: 'Sanjeevani',
      branch: 'Andheri',
      visit_no: 'V100065',
      start_dt: '2026-11-21T04:00:00.000Z',
    },
    saved: null,
  },
  answers: {
    id: '01994000-0000-7000-8000-000000000010',
    fasting: 'Yes',
    height: '164',
    weight: '61.5',
    lmp_type: 'LMP Date',
    lmp_date: '2026-11-02',
    ques_ans: { [QUESTION]: 'No' },
    sign_by: 'Parent',
    signer_name: 'Meera Menon',
    language,
    signed_on: '2026-11-21T05:00:30.000Z',
  },
  strokes: [
    { points: Array.from({ length: 30 }, (_, at) => ({ x: 40 + at * 6, y: 90 + Math.sin(at / 2) * 30 })) },
    { points: [{ x: 240, y: 60 }] },
  ],
  sha256: 'a'.repeat(64),
  is_intact: 1,
  taken_by: 'Pooja Sawant',
  withdrawn: null,
  ...change,
})

const visit = visitRow({ pat_id: 'SAN-010039', visit_no: 'V100065' })

async function print(given: ConsentEvidence, name: string) {
  const pdf = await renderDesk(consentPaper(visit, given, paperContext({})), renderAssets())
  if (LOOK_AT) writeFileSync(`${LOOK_AT}/${name}.pdf`, pdf)
  return pdf
}
const wordsOf = (pdf: Uint8Array) => pageTexts(pdf).join(' ').replaceAll(/\s+/g, ' ')

test.skipIf(!hasPoppler)(
  'a consent on paper shows the signer, the text, the time by both clocks, and the proof',
  async () => {
    const words = wordsOf(await print(evidence('en'), 'consent-en'))
    for (const said of [
      'MRI safety questionnaire',
      'Anjali Menon',
      'K1234567',
      'Do you have a pacemaker?',
      'Parent',
      'Meera Menon',
      '02 Nov 2026',
      '21 Nov 2026 10:30 AM',
      '21 Nov 2026 11:40 AM',
      'f'.repeat(64),
      'a'.repeat(64),
    ])
      expect(words).toContain(said)
    expect(words).not.toContain('Withdrawn')
    expect(words).not.toContain('pacemaker? *')
  },
)

test.skipIf(!hasPoppler)('it is printed in the language that the patient read', async () => {
  const words = wordsOf(await print(evidence('slang'), 'consent-ar'))
  expect(words).toContain('القلب')
  expect(words).not.toContain('pacemaker')
})

test.skipIf(!hasPoppler)(
  'the woman’s part of Form F names the language of her declaration and is printed in both',
  async () => {
    const whole = evidence('slang')
    const form = {
      id: FORM_F_IDS.woman,
      name: FORM_F_NAMES.woman,
      name_slang: FORM_F_SLANG_NAMES.woman,
      questions: formFQuestions('woman'),
      sha256: 'f'.repeat(64),
      has_slang: true,
    }
    const given = {
      ...whole,
      detail: { ...whole.detail, form },
      answers: { ...whole.answers, ques_ans: { [formFQuestionId(FIELD.womanDeclares)]: 'I declare this' } },
    }
    const words = wordsOf(await print(given, 'form-f-hindi'))
    expect(words).toContain('Language of the declaration')
    expect(words).toContain('Hindi')
    expect(words).toContain('I do not want to know the sex of my foetus')
    expect(words).toContain('I declare this')
    // Letters of Devanagari change their positions in a PDF: short words do not.
    expect(words).toContain('आयु')
    const english = wordsOf(await print({ ...given, ...readIn(given, 'en') }, 'form-f-english'))
    expect(english).toContain('English')
    expect(english).not.toContain('आयु')
  },
)

test.skipIf(!hasPoppler)(
  'a language in the letters of Hindi is not named if the words are not ours',
  async () => {
    const whole = evidence('slang')
    const woman = {
      id: FORM_F_IDS.woman,
      name: FORM_F_NAMES.woman,
      name_slang: FORM_F_SLANG_NAMES.woman,
      questions: formFQuestions('woman'),
      sha256: 'f'.repeat(64),
      has_slang: true,
    }
    const questions = woman.questions.map((one, n) => (n === 0 ? { ...one, ques_slang: 'वय, वर्षांत *' } : one))
    const ordinary = { ...whole.detail.form, name_slang: 'चुंबकीय तपासणी', questions: [] }
    for (const form of [{ ...woman, questions }, { ...woman, name_slang: 'गर्भवती स्त्री' }, ordinary]) {
      const words = wordsOf(await print({ ...whole, detail: { ...whole.detail, form } }, 'in-devanagari'))
      expect(words).toContain('Secondary language')
      expect(words).not.toContain('Hindi')
    }
  },
)

const readIn = (given: ConsentEvidence, language: 'en' | 'slang') => ({
  consent: { ...given.consent, language },
  answers: { ...given.answers, language },
})

test.skipIf(!hasPoppler)('a withdrawn consent says so on top, and an altered record at the end', async () => {
  const withdrawn = { on: '2026-11-21T07:00:00.000Z', by: 'Shilpa Rane', reason: 'Thought again' }
  const words = wordsOf(await print(evidence('en', { withdrawn, is_intact: 0 }), 'consent-withdrawn'))
  expect(words).toContain('Withdrawn on 21 Nov 2026 12:30 PM by Shilpa Rane: Thought again')
  expect(words).toContain('This record differs from what was signed')
})

test('the same evidence gives the same bytes at any time of printing', async () => {
  const hash = (pdf: Uint8Array) => createHash('sha256').update(pdf).digest('hex')
  const later = paperContext({ now: new Date('2027-05-05T10:00:00Z') })
  const first = await print(evidence('en'), 'consent-en')
  const second = await renderDesk(consentPaper(visit, evidence('en'), later), renderAssets())
  expect(hash(second)).toBe(hash(first))
})

test.skipIf(!hasPoppler)(
  'the signature is drawn as lines, in its own proportions, above the names',
  async () => {
    const [signed] = pageGreys(await print(evidence('en'), 'consent-en'), 72)
    const [unsigned] = pageGreys(await print(evidence('en', { strokes: [] }), 'consent-no-strokes'), 72)
    expect(darkOf(signed)).toBeGreaterThan(darkOf(unsigned) + 100)
  },
)

const darkOf = (page: { pixels: Uint8Array } | undefined) =>
  page?.pixels.filter((grey) => grey < 128).length ?? 0
