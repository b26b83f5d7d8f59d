import type { FormFRegister } from '#contract/calls/form-f.ts'
import type { MonthText } from '#domain/money/month-lock.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { issuerParts } from '#src/parts/papers/common-parts.ts'
import { type BranchContext, sheetOf } from '#src/parts/papers/paper-context.ts'
import type { DeskPaper } from '#src/workers/pdf-client.ts'
import { REGISTER_COLUMNS, SECTION_C_ON_PAPER } from './register-columns.ts'
import { REGISTER_WORDS as WORDS } from './words.ts'

/** Returns the printed register of a month: first what an inspection checks, then what is missing. */
export function registerPaper(
  { branch, registration_no, entries }: FormFRegister,
  month: MonthText,
  context: BranchContext,
): DeskPaper {
  const shown = REGISTER_COLUMNS.filter(({ share }) => share > 0)
  const invasive = entries.flatMap((entry, at) => (entry.is_invasive === 1 ? [{ entry, at }] : []))
  const open = entries.filter(({ missing }) => missing.length > 0).length
  return {
    title: WORDS.fileName(month),
    ...sheetOf({ ...context, sheet: 'A4' }, false),
    foot: `${branch} · ${WORDS.registration(registration_no)}`,
    parts: [
      ...issuerParts({ ...context, sheet: 'A4' }),
      { kind: 'heading', text: `${WORDS.title} · ${formatMonthText(month)}` },
      { kind: 'text', text: `${WORDS.registration(registration_no)}.` },
      { kind: 'text', text: entries.length === 0 ? WORDS.none : WORDS.counts(entries.length, open) },
      // A month without ultrasounds must be reported as well.
      ...(entries.length === 0
        ? []
        : [
            {
              kind: 'table',
              columns: shown.map(({ title, share }) => ({ label: title, share, rollShare: 0 })),
              rows: entries.map((entry, at) => shown.map(({ textOf }) => textOf(entry, context.zone, at))),
            } as const,
          ]),
      ...(invasive.length === 0
        ? []
        : [
            { kind: 'heading', text: WORDS.sectionC } as const,
            {
              kind: 'table',
              columns: SECTION_C_ON_PAPER.map(({ title, share }) => ({ label: title, share, rollShare: 0 })),
              // Uses the numbers of the table above.
              rows: invasive.map(({ entry, at }) =>
                SECTION_C_ON_PAPER.map(({ textOf }) => textOf(entry, context.zone, at)),
              ),
            } as const,
          ]),
      { kind: 'text', text: WORDS.lawyer, isSmall: true },
    ],
  }
}
