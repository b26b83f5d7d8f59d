import { expect, test } from 'vitest'
import type { DeskPaper } from '#render/desk-paper.ts'
import { openFontSet } from '#render/fonts/font-set.ts'
import { textOfPaper } from '#render/fonts/paper-letters.ts'
import type { PaperInput } from '#render/paper-input.ts'
import { renderDesk } from '#render/render-desk.ts'
import { renderReport } from '#render/render-report.ts'
import { PLAIN } from '#render/text/inline.ts'
import { setLines } from '#render/text/lines.ts'
import { paperInput, paperReport } from '#tests/helpers/paper/paper-fixture.ts'
import { type GreyPage, hasPoppler, pageGreys } from '#tests/helpers/paper/poppler.ts'
import { renderAssetsFor, shelf } from '#tests/helpers/paper/render-assets.ts'
import { SCRIPT_TEXTS } from '#tests/helpers/paper/scripts-of-names.ts'

const DOTS_PER_INCH = 100
const DARK = 128
const scripts = Object.entries(SCRIPT_TEXTS)

const reportOf = (name: string, finding: string): PaperInput =>
  paperInput({
    patient: { ...paperInput().patient, name },
    reports: [paperReport({ description: `<p>${finding}</p>` })],
  })

const receiptOf = (name: string): DeskPaper => ({
  title: 'Receipt',
  createdAt: new Date('2026-11-21T10:42:00Z'),
  sheet: 'A4',
  strips: { top: 0, bottom: 0 },
  foot: '',
  parts: [{ kind: 'facts', facts: [{ label: 'Patient', value: name }] }],
})

async function firstPage(paper: PaperInput | DeskPaper): Promise<GreyPage> {
  const assets = await renderAssetsFor(paper)
  const pdf = 'reports' in paper ? await renderReport(paper, assets) : await renderDesk(paper, assets)
  const [page] = pageGreys(pdf, DOTS_PER_INCH)
  if (!page) throw new Error('The paper has no page.')
  return page
}

/** Counts the dark dots of one page in rows (0 to 1 of its height) where the other page is white. */
function inkBeyond(page: GreyPage, blank: GreyPage, [from, to]: readonly [number, number]): number {
  let ink = 0
  const end = Math.floor(page.height * to) * page.width
  for (let at = Math.floor(page.height * from) * page.width; at < end; at++)
    if ((page.pixels[at] ?? 255) < DARK && (blank.pixels[at] ?? 255) >= DARK) ink++
  return ink
}

/** The patient's rows are above the heading of the findings on this paper. */
const HEADER = [0, 0.16] as const
const FINDINGS = [0.2, 1] as const
/** A single letter of ten points has about thirty dark dots at this resolution; a missing one has none. */
const DOTS_PER_LETTER = 8

test.each(scripts)(
  '%s is shaped into glyphs of a font, none of them the empty box',
  async (_, { name, finding }) => {
    const paper = reportOf(name, finding)
    const { fonts } = await renderAssetsFor(paper)
    for (const bold of [false, true]) {
      const inlines = [{ kind: 'text' as const, text: `${name} ${finding}`, style: { ...PLAIN, bold } }]
      const { lines } = setLines(openFontSet(fonts), inlines, { width: 400, size: 10 })
      const glyphs = lines.flatMap(({ pieces }) =>
        pieces.flatMap((piece) => (piece.kind === 'text' ? piece.glyphs : [])),
      )
      expect(glyphs.length).toBeGreaterThan(0)
      expect(glyphs.filter(({ id }) => id === 0)).toEqual([])
    }
  },
)

test.each(scripts)('every letter of %s has a known font', (_, { name, finding }) => {
  const letters = Array.from(textOfPaper(reportOf(name, finding)))
  expect(letters.filter((letter) => !shelf.holds(letter.codePointAt(0) ?? 0))).toEqual([])
})

test.skipIf(!hasPoppler).each(scripts)(
  '%s leaves ink in the patient row, in the findings and on a receipt',
  async (_, { name, finding }) => {
    const blank = await firstPage(reportOf('.', '.'))
    const page = await firstPage(reportOf(name, finding))
    const lettersOf = (text: string) => text.normalize('NFC').match(/[\p{L}\p{N}]/gu)?.length ?? 0
    expect(inkBeyond(page, blank, HEADER)).toBeGreaterThan(lettersOf(name) * DOTS_PER_LETTER)
    expect(inkBeyond(page, blank, FINDINGS)).toBeGreaterThan(lettersOf(finding) * DOTS_PER_LETTER)
    const receipt = inkBeyond(await firstPage(receiptOf(name)), await firstPage(receiptOf('.')), [0, 1])
    expect(receipt).toBeGreaterThan(lettersOf(name) * DOTS_PER_LETTER)
  },
)

test.skipIf(!hasPoppler)('a Thai name with findings in Tamil and Chinese is printed completely', async () => {
  const { Thai, Tamil, Chinese } = SCRIPT_TEXTS
  const page = await firstPage(reportOf(Thai.name, `${Tamil.finding}</p><p>${Chinese.finding}`))
  const blank = await firstPage(reportOf('.', '.'))
  expect(inkBeyond(page, blank, HEADER)).toBeGreaterThan(100)
  expect(inkBeyond(page, blank, FINDINGS)).toBeGreaterThan(600)
})

test.skipIf(!hasPoppler)('a letter without a font is an empty box and never a gap', async () => {
  const blank = await firstPage(reportOf('.', '.'))
  expect(shelf.holds(0x13000)).toBe(false)
  expect(inkBeyond(await firstPage(reportOf('𓀀𓀀', ' ')), blank, HEADER)).toBeGreaterThan(40)
})
