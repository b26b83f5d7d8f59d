import type { DemoReading } from '../exam.ts'

/** The three texts of a report, in the editor's markup. */
export interface DemoText {
  report_data: string
  conclusion: string
  recommendation: string
}

/** Returns the finished report of a reading. */
export function finishedText(description: string, reading: DemoReading): DemoText {
  return {
    report_data: [
      `<h2>${escapeText(description.toUpperCase())}</h2>`,
      `<p><strong>Technique:</strong> ${escapeText(reading.technique)}</p>`,
      ...reading.findings.map(paragraph),
    ].join(''),
    conclusion: list(reading.impression),
    recommendation: reading.advice ? `<p>${escapeText(reading.advice)}</p>` : '',
  }
}

/** Returns the unfinished report of a reading: some findings and no conclusion yet. */
export function unfinishedText(description: string, reading: DemoReading): DemoText {
  const some = { ...reading, findings: reading.findings.slice(0, 2), impression: [], advice: '' }
  return { ...finishedText(description, some), conclusion: '' }
}

function paragraph(line: string): string {
  const at = line.indexOf(':')
  if (at < 0) return `<p>${escapeText(line)}</p>`
  return `<p><strong>${escapeText(line.slice(0, at + 1))}</strong>${escapeText(line.slice(at + 1))}</p>`
}

function list(lines: readonly string[]): string {
  if (lines.length === 0) return ''
  if (lines.length === 1) return `<p>${escapeText(lines[0] ?? '')}</p>`
  return `<ul>${lines.map((line) => `<li><p>${escapeText(line)}</p></li>`).join('')}</ul>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
