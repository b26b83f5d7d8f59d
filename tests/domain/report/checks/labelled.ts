import type { CheckedReport } from '#domain/report/checks/sign-warning.ts'

/** Builds a report from its words alone; each argument is one part. */
export function reportOf(
  findings: string,
  conclusion = 'Normal study.',
  rest: Partial<Omit<CheckedReport, 'text'>> = {},
): CheckedReport {
  const paragraphs = (words: string) =>
    words === ''
      ? ''
      : words
          .split('\n')
          .map((line) => `<p>${line}</p>`)
          .join('')
  return {
    text: { report_data: paragraphs(findings), conclusion: paragraphs(conclusion), recommendation: '' },
    sex: '',
    hasCriticalTag: false,
    ...rest,
  }
}
