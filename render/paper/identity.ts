import type { Block } from '../blocks/block.ts'
import { PAPER_MARKS, type PaperInput, type PaperLine, type PaperPatient } from '../paper-input.ts'
import { textRun } from '../text/inline.ts'
import { columnsBlock, inlineBlock, textBlock } from './plain-blocks.ts'
import { PAPER_WORDS } from './words.ts'

const LABEL_COLOR = '#555555'
const MARK_COLOR = '#b00020'
const SIZE = 9
/** Share of the text width for a label; the rest of each half is for its value. */
const LABEL_SHARE = 0.16

/** Returns the patient's and the study's identity, for the top of the first page. */
export function identityBlocks(
  input: Pick<PaperInput, 'patient' | 'studyLines' | 'mark'>,
  width: number,
): Block[] {
  const lines = [...patientLines(input.patient), ...input.studyLines].filter((line) => line.value !== '')
  const half = Math.ceil(lines.length / 2)
  const rows = Array.from({ length: half }, (_, row) => [
    ...lineCells(lines[row]),
    ...lineCells(lines[row + half]),
  ])
  const label = width * LABEL_SHARE
  const value = width / 2 - label
  return [...markBlocks(input), columnsBlock(rows, [label, value, label, value])]
}

/**
 * Returns the same in one line, for the top of the further pages, so that no page of a report is without its
 * patient.
 */
export function runningIdentityBlocks(input: PaperInput): Block[] {
  const [name, ...others] = patientLines(input.patient)
  const rest = [...others, ...input.studyLines.slice(0, 1)].filter((line) => line.value !== '')
  const inlines = [
    textRun(isolate(name?.value ?? ''), { bold: true, size: SIZE }),
    ...rest.flatMap(({ label, value }) => [
      textRun(' \u00A0\u00A0', { size: SIZE }),
      textRun(`${label}\u00A0`, { color: LABEL_COLOR, size: SIZE }),
      textRun(isolate(value), { size: SIZE }),
    ]),
  ]
  return [...markBlocks(input), inlineBlock(inlines, { direction: 'ltr' })]
}

/** Isolates a value, so that an Arabic name does not reorder the digits and signs beside it. */
const isolate = (value: string) => `\u2068${value}\u2069`

function patientLines(patient: PaperPatient): PaperLine[] {
  const age = { label: PAPER_WORDS.age, value: patient.age }
  const birthDate = { label: PAPER_WORDS.birthDate, value: patient.birthDate }
  return [
    { label: PAPER_WORDS.patient, value: patient.name },
    { label: PAPER_WORDS.patientId, value: patient.id },
    ...{ BOTH: [age, birthDate], AGE: [age], DOB: [birthDate] }[patient.dobAge],
    { label: PAPER_WORDS.sex, value: patient.sex },
  ]
}

function lineCells(line: PaperLine | undefined): Block[][] {
  if (!line) return [[], []]
  const isName = line.label === PAPER_WORDS.patient
  return [
    [textBlock(line.label, { size: SIZE, color: LABEL_COLOR })],
    [textBlock(line.value, { size: SIZE, bold: isName }, { align: 'left' })],
  ]
}

function markBlocks({ mark }: Pick<PaperInput, 'mark'>): Block[] {
  if (!mark) return []
  return [textBlock(PAPER_MARKS[mark], { bold: true, size: SIZE, color: MARK_COLOR }, { after: 3 })]
}
