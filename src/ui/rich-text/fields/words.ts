import type { Verdict } from '#domain/report/fields/judge-number.ts'
import type { NormalRange, TemplateField } from '#domain/report/fields/template-field.ts'

function rangeWords({ low, high }: NormalRange): string {
  if (low === undefined) return `up to ${high}`
  return high === undefined ? `from ${low}` : `${low} to ${high}`
}

const VERDICTS = { below: '▼ below', above: '▲ above' } as const

/** Words of template fields in a report. */
export const FIELD_WORDS = {
  verdict: (verdict: Exclude<Verdict, 'normal'>, range: NormalRange) =>
    `${VERDICTS[verdict]} normal (${rangeWords(range)})`,
  choices: (label: string) => `Choices for ${label}`,
  hint: (field: TemplateField) => {
    if (field.kind === 'text') return 'Type or dictate. Tab moves on.'
    if (field.kind === 'choice') return 'Arrow keys or first letter, then Enter. Or type your own words.'
    const unit = field.unit === '' ? 'A number.' : `A number; ${field.unit} is added.`
    return field.range ? `${unit} Normal: ${rangeWords(field.range)}.` : unit
  },
} as const
