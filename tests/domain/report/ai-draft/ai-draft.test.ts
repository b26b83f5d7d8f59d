import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAiPart } from '#domain/report/ai-draft/ai-regions.ts'
import { readAiDraft } from '#domain/report/ai-draft/ai-sentences.ts'
import { type AiDecision, clearBareMarks, decideAiSentence } from '#domain/report/ai-draft/decide.ts'
import { takeBack } from '#domain/report/ai-draft/take-back.ts'
import { hasAiText } from '#domain/report/ai-text-marks.ts'
import { refuseUndecidedAi, refuseUndecidedAiInAddendum } from '#domain/report/checks/undecided-ai.ts'
import { parseMarkup } from '#domain/report/markup.ts'
import { markupText } from '#domain/report/markup-text.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { markedAiText } from '#server/features/ai/ai-text.ts'

const marked = (html: string) =>
  markedAiText({
    company: 'Lumina Inc. Reads',
    receivedOn: new Date('2026-11-20T08:00:00Z'),
    html,
    zone: 'UTC',
  })
const report = (
  html: string,
  own = '<p>Lungs are clear.</p>',
  more: Partial<SignedParts> = {},
): SignedParts => ({
  report_data: own + marked(html),
  conclusion: '',
  recommendation: '',
  ...more,
})
const first = { part: 'report_data', at: 0 } as const
const ACCEPT = { kind: 'accept' } as const
const DROP = { kind: 'drop' } as const
const words = (text: SignedParts) => readAiDraft(text).sentences.map((one) => one.words)

/** Returns the text after a decision on every sentence, always the first of the remaining ones. */
function decideAll(text: SignedParts, decisionOf: (at: number) => AiDecision): SignedParts {
  let now = text
  for (let at = 0; words(now).length > 0; at += 1) {
    const left = words(now).length
    const [next] = readAiDraft(now).sentences
    if (next) now = decideAiSentence(now, next, decisionOf(at))
    expect(words(now)).toHaveLength(left - 1)
  }
  return now
}

test('an AI result is offered sentence by sentence, by its source', () => {
  const draft = readAiDraft(
    report('<p>No nodule of 3.5 mm. <strong>No effusion.</strong></p><ul><li>Heart is normal.</li></ul>'),
  )
  expect(draft.sentences).toMatchObject([
    { at: 0, words: 'No nodule of 3.5 mm.', part: 'report_data', target: 'report_data' },
    { at: 1, words: 'No effusion.', isPlain: true },
    { at: 2, words: 'Heart is normal.' },
  ])
  expect(draft.sentences[0]?.source).toBe('AI result of Lumina Inc. Reads, received 20 Nov 2026 08:00 AM')
  expect(words({ report_data: '<p>No nodule.</p>', conclusion: '', recommendation: '' })).toEqual([])
})

test('accepted text follows the own words with its formatting, the rest stays between the marks', () => {
  const text = report('<p>No nodule. <strong>No effusion.</strong> Heart is normal.</p>')
  const after = decideAiSentence(text, { part: 'report_data', at: 1 }, ACCEPT)
  expect(after.report_data).toMatch(
    /^<p>Lungs are clear\.<\/p><p><strong>No effusion\.<\/strong><\/p><p><strong>AI result of/,
  )
  expect(words(after)).toEqual(['No nodule.', 'Heart is normal.'])
  expect(after.report_data).toContain('<p>No nodule. Heart is normal.</p>')
})

test('headings of the result select the part for its sentences', () => {
  const text = report(
    '<h2>FINDINGS</h2><p>No nodule.</p><p><strong>Impression:</strong> Normal chest. No change.</p><p>Recommendation</p><ol><li>CT in 3 months.</li><li>Call us.</li></ol>',
    '<p>Own.</p>',
    { conclusion: '<p>Mine.</p>' },
  )
  expect(readAiDraft(text).sentences.map(({ words: said, target }) => [said, target])).toEqual([
    ['No nodule.', 'report_data'],
    ['Normal chest.', 'conclusion'],
    ['No change.', 'conclusion'],
    ['CT in 3 months.', 'recommendation'],
    ['Call us.', 'recommendation'],
  ])
  const after = decideAll(text, () => ACCEPT)
  expect(after).toEqual({
    report_data: '<p>Own.</p><p>No nodule.</p><p></p>',
    conclusion: '<p>Mine.</p><p>Normal chest.</p><p>No change.</p>',
    recommendation: '<ol><li><p>CT in 3 months.</p></li><li><p>Call us.</p></li></ol>',
  })
})

test('a label that says more than its part stays in the sentence, and alone it is a heading', () => {
  const text = report(
    '<p>Findings: Comparison: None. Technique: CT without contrast.</p><p><strong>Comparison</strong></p><p>MRI of March.</p><p>Follow-up: CT in 3 months.</p><p>Diagnosis:</p><p>Management: Impression: none.</p>',
  )
  expect(readAiDraft(text).sentences.map(({ kind, words: said, target }) => [kind, said, target])).toEqual([
    ['sentence', 'Comparison: None.', 'report_data'],
    ['sentence', 'Technique: CT without contrast.', 'report_data'],
    ['heading', 'Comparison', 'report_data'],
    ['sentence', 'MRI of March.', 'report_data'],
    ['sentence', 'Follow-up: CT in 3 months.', 'recommendation'],
    ['heading', 'Diagnosis:', 'conclusion'],
    ['sentence', 'Management: Impression: none.', 'recommendation'],
  ])
  expect(decideAll(text, () => ACCEPT)).toEqual({
    report_data:
      '<p>Lungs are clear.</p><p>Comparison: None.</p><p>Technique: CT without contrast.</p><p><strong>Comparison</strong></p><p>MRI of March.</p><p></p>',
    conclusion: '<p>Diagnosis:</p>',
    recommendation: '<p>Follow-up: CT in 3 months.</p><p>Management: Impression: none.</p>',
  })
})

test('an edited sentence appears in the doctor’s words, and a dropped one does not appear', () => {
  const text = report('<p>No nodule.</p><p>No effusion.</p>')
  const edited = decideAiSentence(text, first, { kind: 'edit', words: ' A < B\u0007 nodule\n of 2 mm. ' })
  const done = decideAiSentence(edited, first, DROP)
  expect(done.report_data).toBe('<p>Lungs are clear.</p><p>A &lt; B nodule of 2 mm.</p><p></p>')
  expect(parseMarkup(done.report_data).ok).toBe(true)
  expect(hasAiText(done)).toBe(false)
})

test('text that plain words cannot express is not offered for an edit: raised and lowered letters, pictures', () => {
  const picture = '<img src="/api/file/01990000-0000-7000-8000-0000000000f1">'
  const text = report(
    `<p>Plain. <b>PSA 10<sup>3</sup> ng.</b> CO<sub>2</sub> normal. See ${picture} here. ${picture}</p>`,
  )
  expect(readAiDraft(text).sentences.map(({ words: said, isPlain, runs }) => [said, isPlain, runs])).toEqual([
    ['Plain.', true, [{ words: 'Plain.' }]],
    ['PSA 103 ng.', false, [{ words: 'PSA 10' }, { words: '3', raised: 'sup' }, { words: ' ng.' }]],
    ['CO2 normal.', false, [{ words: 'CO' }, { words: '2', raised: 'sub' }, { words: ' normal.' }]],
    ['See here.', false, [{ words: 'See \ufffc here.' }]],
    ['', false, [{ words: '\ufffc' }]],
  ])
})

test('items and quotations keep their direction and style', () => {
  const text = report(
    '<ol start="3" dir="rtl"><li><p style="text-align: center">One.</p></li></ol><blockquote><p dir="rtl">Two.</p></blockquote><ul dir="rtl"><li>Three.</li></ul>',
    '',
  )
  expect(decideAll(text, () => ACCEPT).report_data).toBe(
    '<ol dir="rtl"><li><p style="text-align: center">One.</p></li></ol><p dir="rtl">Two.</p><ul dir="rtl"><li><p>Three.</p></li></ul><p></p>',
  )
})

test('a table is one decision, and other headings of the result are sentences too', () => {
  const table =
    '<table><tbody><tr><td colspan="1" rowspan="1"><p>Nodule</p></td><td colspan="1" rowspan="1"><p>3 mm</p></td></tr></tbody></table>'
  const text = report(`<h3>Right lung</h3>${table}<hr><p>Normal.</p>`)
  expect(readAiDraft(text).sentences).toMatchObject([
    { kind: 'heading', words: 'Right lung' },
    { kind: 'table', words: 'Nodule\t3 mm' },
    { kind: 'sentence', words: 'Normal.' },
  ])
  expect(decideAll(text, () => ACCEPT).report_data).toBe(
    `<p>Lungs are clear.</p><h3>Right lung</h3>${table}<p>Normal.</p><p></p>`,
  )
})

test('nobody can decide on a sentence that was removed', () => {
  const text = report('<p>No nodule.</p>')
  expect(decideAiSentence(text, { part: 'report_data', at: 4 }, ACCEPT)).toBe(text)
  expect(decideAiSentence(text, { part: 'conclusion', at: 0 }, ACCEPT)).toBe(text)
})

test('moved marks still identify the AI text, and no own word is removed with them', () => {
  // The first mark was joined to the own line, the last one deleted.
  const text = { report_data: report('<p>No nodule.</p>').report_data, conclusion: '', recommendation: '' }
  const joined = {
    ...text,
    report_data: text.report_data
      .replace('</p><p><strong>AI', ' <strong>AI')
      .replace('<p><strong>End of the AI result.</strong></p>', ''),
  }
  expect(words(joined)).toEqual(['No nodule.'])
  expect(decideAiSentence(joined, first, DROP).report_data).toBe('<p>Lungs are clear. </p>')
  // A mark whose letters are split by tags is one mark.
  const parted = { ...text, report_data: text.report_data.replace('Not written', 'Not <em>written</em>') }
  expect(words(parted)).toEqual(['No nodule.'])
  expect(refuseUndecidedAi(parted)).toMatch(/^One sentence/)
})

test('a mark split over two lines is no mark, for the signature and for the sentences', () => {
  const { report_data } = report('<p>No nodule.</p>')
  const picture = '<img src="/api/file/01990000-0000-7000-8000-0000000000f1">'
  for (const between of ['</strong></p><p><strong>', '<br>', picture]) {
    const html = report_data
      .replace('Not written ', `Not written ${between}`)
      .replace('End of ', `End of ${between}`)
    const text = { report_data: html, conclusion: '', recommendation: '' }
    expect(parseMarkup(html).ok).toBe(true)
    expect(hasAiText(text)).toBe(false)
    expect(refuseUndecidedAi(text)).toBeUndefined()
    expect(readAiDraft(text)).toEqual({ sentences: [], bare: [] })
  }
})

test('a single mark counts as AI text, also if tags split its letters', () => {
  const textOf = (conclusion: string) => ({ report_data: '', conclusion, recommendation: '' })
  expect(hasAiText(textOf('<p>Not <em>written</em> by a <b>doc</b>tor.</p>'))).toBe(true)
  expect(hasAiText(textOf('<p>End of the <u>AI</u> result.</p>'))).toBe(true)
  expect(hasAiText(textOf('<p>Not written</p><p>by a doctor.</p>'))).toBe(false)
})

test('an addendum with AI text is not signed, one without it is', () => {
  expect(refuseUndecidedAiInAddendum(marked('<p>A nodule.</p>'))).toMatch(
    /^One sentence of the AI result is undecided/,
  )
  expect(refuseUndecidedAiInAddendum('<p>Not written by a doctor. A nodule.</p>')).toBe(
    'One sentence of the AI result is undecided. Accept, edit or drop it before signing.',
  )
  expect(refuseUndecidedAiInAddendum('<p>A nodule.</p>')).toBeUndefined()
})

test('the place of a mark in a text is found', () => {
  const between = fc.constantFrom('', '', '', '', '\n', '<br>', '</p><p>', '<b> </b>', '<u>x</u>', ' ')
  const mark = fc.constantFrom('Not written by a doctor.', 'End of the AI result.')
  fc.assert(
    fc.property(mark, fc.array(between, { minLength: 5, maxLength: 5 }), (words, breaks) => {
      const inside = words.split(' ').flatMap((word, at) => [at > 0 ? ' ' : '', breaks[at] ?? '', word])
      const html = `<p>${inside.join('').replaceAll(' \n', '\n')}</p>`
      expect(hasAiText({ report_data: html, conclusion: '', recommendation: '' })).toBe(
        (readAiPart(html)?.regions ?? []).length > 0,
      )
      if (breaks.every((one) => one === '' || one === '\n')) expect(readAiPart(html)?.regions).toHaveLength(1)
    }),
  )
})

test('two results in one report are decided separately', () => {
  const text = report('<p>A one. A two.</p>', `<p>Own.</p>${marked('<p>B one.</p>')}`)
  expect(words(text)).toEqual(['B one.', 'A one.', 'A two.'])
  const after = decideAiSentence(text, first, DROP)
  expect(words(after)).toEqual(['A one.', 'A two.'])
  expect(decideAll(after, () => DROP).report_data).toBe('<p>Own.</p><p></p><p></p>')
})

test('the signature waits and shows the number of undecided sentences', () => {
  const text = report('<p>One. Two. Three.</p>')
  expect(refuseUndecidedAi(text)).toBe(
    '3 sentences of the AI result are undecided. Accept, edit or drop each of them before signing.',
  )
  expect(refuseUndecidedAi(decideAiSentence(text, first, DROP))).toMatch(/^2 sentences/)
  expect(refuseUndecidedAi(decideAll(text, () => DROP))).toBeUndefined()
  const bare = report('<p> </p>')
  expect(refuseUndecidedAi(bare)).toBe(
    'The marks of an AI result stand in the report. Remove them before signing.',
  )
  expect(readAiDraft(bare)).toMatchObject({ sentences: [], bare: ['report_data'] })
  expect(clearBareMarks(bare).report_data).toBe('<p>Lungs are clear.</p><p></p>')
  expect(clearBareMarks(text)).toEqual(text)
})

test('a decision can be undone even after other text was written', () => {
  const before = report('<p>No nodule.</p><p>Impression: normal. Done.</p>')
  const done = decideAiSentence(before, { part: 'report_data', at: 1 }, ACCEPT)
  expect(done.conclusion).toBe('<p>normal.</p>')
  expect(takeBack(before, done, done)).toEqual(before)
  const written = {
    ...done,
    report_data: `<p>Before.</p>${done.report_data}`,
    conclusion: `${done.conclusion}<p>More.</p>`,
  }
  expect(takeBack(before, done, written)).toEqual({
    ...before,
    report_data: `<p>Before.</p>${before.report_data}`,
    conclusion: '<p>More.</p>',
  })
  // The accepted sentence was edited further, so it is kept.
  expect(takeBack(before, done, { ...done, conclusion: '<p>normal, as before.</p>' })).toBeUndefined()
})

test('a decision that the editor already undid is not undone twice', () => {
  const before = report('<p>No nodule.</p><p>No effusion.</p><p>Normal heart.</p>')
  for (const at of [0, 1, 2]) {
    const done = decideAiSentence(before, { part: 'report_data', at }, DROP)
    expect(takeBack(before, done, before)).toEqual(before)
    const written = { ...before, report_data: `<p>Before.</p>${before.report_data}<p>Behind.</p>` }
    expect(takeBack(before, done, written)).toEqual(written)
  }
  // The editor undid one part of it; the other part follows.
  const moved = report('<p>Impression: normal.</p><p>Done.</p>')
  const done = decideAiSentence(moved, first, ACCEPT)
  expect(takeBack(moved, done, { ...done, report_data: moved.report_data })).toEqual(moved)
})

const partOf = (...words: string[]): SignedParts => ({
  report_data: words.map((word) => `<p>${word}</p>`).join(''),
  conclusion: '',
  recommendation: '',
})

test('a change is found between edited paragraphs if its place is unique', () => {
  const [before, after] = [partOf('a', 'b', 'c'), partOf('a', 'B', 'c')]
  expect(takeBack(before, after, partOf('A', 'B', 'C'))).toEqual(partOf('A', 'b', 'C'))
  expect(takeBack(before, after, partOf('B', 'A', 'B', 'C'))).toBeUndefined()
  expect(takeBack(before, after, partOf('A', 'C'))).toBeUndefined()
})

test('a first text that was already undone stays removed', () => {
  expect(takeBack(partOf(), partOf('a'), partOf())).toEqual(partOf())
})

test('a dropped paragraph returns behind its former predecessor', () => {
  const [before, after] = [partOf('a', 'b', 'dropped', 'c'), partOf('a', 'b', 'c')]
  expect(takeBack(before, after, partOf('new', 'b', 'more', 'c', 'end'))).toEqual(
    partOf('new', 'b', 'dropped', 'more', 'c', 'end'),
  )
  expect(takeBack(before, after, partOf('new', 'more', 'c', 'end'))).toEqual(
    partOf('new', 'more', 'dropped', 'c', 'end'),
  )
})

const sentence = fc.constantFrom(
  'No nodule.',
  'Size 3.5 mm.',
  'e.g. normal',
  'Heart: big',
  'A & B < C.',
  'Impression: none.',
)
const line = fc
  .array(sentence, { minLength: 1, maxLength: 3 })
  .map((all) => all.join(' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
const block = fc.oneof(
  line.map((said) => `<p>${said}</p>`),
  line.map((said) => `<p><em>${said}</em><br>${said}</p>`),
  line.map((said) => `<h2>${said}</h2>`),
  fc
    .array(line, { minLength: 1, maxLength: 3 })
    .map((all) => `<ul>${all.map((said) => `<li><p>${said}</p></li>`).join('')}</ul>`),
  fc.constant('<p></p>'),
)
const result = fc.array(block, { minLength: 1, maxLength: 5 }).map((all) => all.join(''))
const own = fc.constantFrom('', '<p>Own.</p>', '<ul><li><p>Own.</p></li></ul>', '<p>Own.</p><p></p>')
const sign = (html: string) => markupText(html).replace(/\s/gu, '')

test('after any decisions own words stay, accepted ones are in order, dropped ones are absent, and no mark is left', () => {
  fc.assert(
    fc.property(result, own, fc.infiniteStream(fc.boolean()), (html, mine, coins) => {
      const text = report(html, mine)
      const offered = readAiDraft(text).sentences
      const kept: (typeof offered)[number][] = []
      const after = decideAll(text, (at) => {
        const isKept = coins.next().value === true
        const one = offered[at]
        if (isKept && one) kept.push(one)
        return isKept ? ACCEPT : DROP
      })
      // A result without a sentence leaves only its marks.
      if (offered.length > 0) expect(hasAiText(after)).toBe(false)
      for (const part of ['report_data', 'conclusion', 'recommendation'] as const) {
        expect(parseMarkup(after[part]).ok).toBe(true)
        const said = kept.filter(({ target }) => target === part).map((one) => one.words)
        if (offered.length > 0)
          expect(sign(after[part])).toBe(
            `${part === 'report_data' ? sign(mine) : ''}${said.join('').replace(/\s/gu, '')}`,
          )
      }
    }),
  )
})

test('each decision can be undone exactly', () => {
  fc.assert(
    fc.property(result, own, fc.nat(), fc.boolean(), (html, mine, pick, isKept) => {
      const text = report(html, mine)
      const { sentences } = readAiDraft(text)
      const one = sentences[pick % Math.max(1, sentences.length)]
      if (!one) return
      const after = decideAiSentence(text, one, isKept ? ACCEPT : DROP)
      expect(takeBack(text, after, after)).toEqual(text)
      const typed = { ...after, report_data: `<p>Typed since.</p>${after.report_data}` }
      expect(takeBack(text, after, typed)).toEqual({
        ...text,
        report_data: `<p>Typed since.</p>${text.report_data}`,
      })
    }),
  )
})
