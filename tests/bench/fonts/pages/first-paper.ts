import { keepFontsFor, type PaperInput, renderReportPdf } from '#src/workers/pdf-client.ts'

/** Returns a report of one page for a patient whose name is in a script. */
const paperOf = (name: string, finding: string, locale: string): PaperInput => ({
  title: 'Report',
  createdAt: new Date('2026-11-26T10:42:00Z'),
  locale,
  patient: { name, id: 'P-1', sex: 'Female', age: '54Y', birthDate: '', dobAge: 'AGE' },
  studyLines: [{ label: 'Study', value: 'CT Abdomen' }],
  reports: [
    {
      name: 'CT Abdomen',
      description: `<p>${finding}</p>`,
      conclusion: `<p>${finding}</p>`,
      recommendation: '',
      signatures: [],
    },
  ],
  options: { letterhead: false, signature: false },
  margins: { top: 40, right: 18, bottom: 28, left: 18 },
  marginsPlain: { top: 18, right: 18, bottom: 18, left: 18 },
  disclaimer: '',
})

/**
 * Returns the milliseconds from the call to the PDF, including the start of the worker. `isAhead`: the device
 * fetches its country's fonts in advance.
 */
async function firstPaper(name: string, finding: string, locale: string, isAhead: boolean): Promise<number> {
  if (isAhead) {
    await keepFontsFor(name, locale)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const began = performance.now()
  await renderReportPdf(paperOf(name, finding, locale), new Map())
  return performance.now() - began
}

export type FirstPaper = typeof firstPaper

Object.assign(globalThis, { firstPaper })
