import { mergePdfs, type PaperInput, renderReportPdf } from '#src/workers/pdf-client.ts'

const SENTENCE = 'The liver is normal in size and shows homogeneous attenuation without focal lesion. '

/** Returns a report of three pages: paragraphs, a table, Arabic and Devanagari, a letterhead, a signature, a code. */
function paperOf(number: number): PaperInput {
  const rows = Array.from(
    { length: 30 },
    (_, row) => `<tr><td>Segment ${row + 1}</td><td>${row} mm</td></tr>`,
  )
  const scripts = '<p dir="rtl">لا يوجد نزيف حاد بقياس 12.4 مم</p><p>मस्तिष्क का सीटी स्कैन सामान्य है।</p>'
  const hash = number.toString(16).padStart(64, '0')
  return {
    title: 'Report',
    createdAt: new Date('2026-11-21T10:42:00Z'),
    patient: {
      name: 'Anjali Menon',
      id: `P-${number}`,
      sex: 'Female',
      age: '54Y',
      birthDate: '',
      dobAge: 'AGE',
    },
    studyLines: [{ label: 'Study', value: 'CT Abdomen' }],
    reports: [
      {
        name: 'CT Abdomen',
        description: `${`<p>${SENTENCE.repeat(9)}</p>`.repeat(9)}<table><thead><tr><th>Part</th><th>Size</th></tr></thead><tbody>${rows.join('')}</tbody></table>${scripts}`,
        conclusion: '<p>Normal study.</p>',
        recommendation: '',
        signatures: [
          {
            role: 'Signed',
            name: 'Dr. Meera Nair',
            title: 'MD',
            licenceNo: 'L-1',
            when: '',
            imageId: 'signature',
          },
        ],
        check: { hash, url: `https://readroom.example/verify-signature?h=${hash}` },
      },
    ],
    options: { letterhead: true, signature: true },
    margins: { top: 40, right: 18, bottom: 28, left: 18 },
    marginsPlain: { top: 18, right: 18, bottom: 18, left: 18 },
    letterhead: { headerImageId: 'header', footerImageId: 'footer', headerHeightMm: 34, footerHeightMm: 20 },
    disclaimer: '',
  }
}

async function picture(width: number, height: number): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#0f766e'
    context.fillRect(0, 0, width, height / 3)
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.88 })
  return new Uint8Array(await blob.arrayBuffer())
}

const images = Promise.all([picture(1654, 268), picture(1654, 158), picture(300, 90)]).then(
  ([header, footer, signature]) =>
    new Map([
      ['header', header],
      ['footer', footer],
      ['signature', signature],
    ]),
)

/** Returns the milliseconds of one three-page report, from the call to its PDF, and its size. */
async function oneReport(): Promise<{ ms: number; bytes: number }> {
  const given = await images
  const began = performance.now()
  const { size } = await renderReportPdf(paperOf(1), given)
  return { ms: performance.now() - began, bytes: size }
}

/** Returns the milliseconds to make and merge so many reports, and the longest time that this page was blocked. */
async function manyReports(count: number): Promise<{ ms: number; standstill: number; bytes: number }> {
  const given = await images
  let last = performance.now()
  let standstill = 0
  const watch = setInterval(() => {
    standstill = Math.max(standstill, performance.now() - last - 10)
    last = performance.now()
  }, 10)
  const began = performance.now()
  const files: Uint8Array[] = []
  for (let number = 1; number <= count; number++)
    files.push(new Uint8Array(await (await renderReportPdf(paperOf(number), given)).arrayBuffer()))
  const { size } = await mergePdfs(files, 'Reports', new Date('2026-11-21T10:42:00Z'))
  clearInterval(watch)
  return { ms: performance.now() - began, standstill, bytes: size }
}

export interface PaperBench {
  oneReport: typeof oneReport
  manyReports: typeof manyReports
}

Object.assign(globalThis, { paperBench: { oneReport, manyReports } satisfies PaperBench })
