import { linesOfMarkup } from './find-fields.ts'
import type { NumberField } from './template-field.ts'

/** What may stand between a measurement's name and its value. */
const BETWEEN = String.raw`\s*(?:[:=–-]\s*)?(?:(?:is|was|of|measures|measuring|about|approx\.|approximately|ca\.)\s+){0,2}`
const VALUE = String.raw`([<>≤≥~]?\s?-?\d{1,9}(?:[.,]\d{1,6})?)`

/**
 * The value that a former report gives for a field: the field's name in the text, right before a number of its unit, as in
 * "Size of the nodule: 8 mm". Undefined where it stands nowhere, or where the report gives several.
 */
export function measuredBefore(field: NumberField, parts: readonly string[]): string | undefined {
  const name = field.label.split(' ').map(escaped).join(String.raw`\s+`)
  // A number that has none of its own is followed by no unit and by no other word either.
  const unit =
    field.unit === ''
      ? String.raw`(?!\s*[\p{L}%])`
      : String.raw`\s*${field.unit.split(' ').map(escaped).join(String.raw`\s*`)}`
  // The unit goes on in no other one (mm²), the number in no decimals, and no second measure follows (8 x 9).
  const measured = new RegExp(
    String.raw`(?<![\p{L}\p{N}])${name}${BETWEEN}${VALUE}${unit}(?![\p{L}\p{N}^²³/]|[.,]\d|\s*[x×]\s*\d)`,
    'giu',
  )
  const values = parts
    .flatMap(linesOfMarkup)
    .flatMap((line) => [...line.matchAll(measured)].map(([, value = '']) => value.replace(/\s/gu, '')))
  const [value, ...others] = new Set(values)
  if (value === undefined || others.length > 0) return undefined
  return field.unit === '' ? value : `${value} ${field.unit}`
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
