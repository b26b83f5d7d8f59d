import { linesOfMarkup } from './find-fields.ts'
import type { NumberField } from './template-field.ts'

/** Text allowed between a measurement's name and its value. */
const BETWEEN = String.raw`\s*(?:[:=–-]\s*)?(?:(?:is|was|of|measures|measuring|about|approx\.|approximately|ca\.)\s+){0,2}`
const VALUE = String.raw`([<>≤≥~]?\s?-?\d{1,9}(?:[.,]\d{1,6})?)`

/**
 * The value that a former report gives for a field: the field's name in the text, right before a number with its unit,
 * as in "Size of the nodule: 8 mm". Undefined if it is missing, or if the report gives several values.
 */
export function measuredBefore(field: NumberField, parts: readonly string[]): string | undefined {
  const name = field.label.split(' ').map(escaped).join(String.raw`\s+`)
  // A number without a unit must not be followed by a unit or any other word.
  const unit =
    field.unit === ''
      ? String.raw`(?!\s*[\p{L}%])`
      : String.raw`\s*${field.unit.split(' ').map(escaped).join(String.raw`\s*`)}`
  // The unit must not continue (mm²), the number must not have decimals, and no second measure may follow (8 x 9).
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
