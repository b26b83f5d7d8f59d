/** An open `[[...]]` of a template for the doctor to fill in (docs/reports.md#fields-of-a-template). */
export type TemplateField = TextField | ChoiceField | NumberField

interface Labelled {
  /** The name by which the doctor is asked for the value. */
  label: string
}

/** `[[Label]]`: any words. */
export interface TextField extends Labelled {
  kind: 'text'
}

/** `[[Label: one | two | three]]`: one of these, or the doctor's own words. */
export interface ChoiceField extends Labelled {
  kind: 'choice'
  choices: readonly string[]
}

/** `[[Label: number mm 3..11]]`: unit and normal range are optional. */
export interface NumberField extends Labelled {
  kind: 'number'
  /** Empty if the number has none. */
  unit: string
  range?: NormalRange
}

/** Both ends are normal values; one of them may be open. */
export interface NormalRange {
  low?: number
  high?: number
}

/** Why brackets are not a field. */
export type FieldProblem =
  | 'no_label'
  | 'long_label'
  | 'no_kind'
  | 'one_choice'
  | 'empty_choice'
  | 'same_choice'
  | 'long_unit'
  | 'bad_range'
  | 'turned_range'
  | 'not_closed'

export type FieldAnswer = { ok: true; field: TemplateField } | { ok: false; problem: FieldProblem }

const LABEL_MAX = 80
const UNIT_MAX = 20

const no = (problem: FieldProblem): FieldAnswer => ({ ok: false, problem })
const yes = (field: TemplateField): FieldAnswer => ({ ok: true, field })
const tidy = (words: string) => words.trim().replace(/\s+/gu, ' ')

/** Parses the text between the brackets of a field. */
export function readField(inside: string): FieldAnswer {
  const colon = inside.indexOf(':')
  const label = tidy(colon < 0 ? inside : inside.slice(0, colon))
  if (!/[\p{L}\p{N}]/u.test(label) || label.includes('|')) return no('no_label')
  if (label.length > LABEL_MAX) return no('long_label')
  if (colon < 0) return yes({ kind: 'text', label })
  const kind = tidy(inside.slice(colon + 1))
  if (kind === '') return no('no_kind')
  if (kind.includes('|')) return readChoices(label, kind.split('|').map(tidy))
  const [word = '', ...rest] = kind.split(' ')
  return word.toLowerCase() === 'number' ? readNumber(label, rest) : no('one_choice')
}

function readChoices(label: string, choices: readonly string[]): FieldAnswer {
  if (choices.includes('')) return no('empty_choice')
  if (new Set(choices.map((choice) => choice.toLowerCase())).size < choices.length) return no('same_choice')
  return yes({ kind: 'choice', label, choices })
}

const NUMBER = String.raw`-?\d{1,9}(?:[.,]\d{1,6})?`
const RANGE = new RegExp(`^(${NUMBER})?\\.\\.(${NUMBER})?$`)
/** Text that was meant as a range: dots, two numbers joined by a dash, or a single number. */
const LIKE_RANGE = /\.\.|^-?[\d.,]+(?:[-–—]-?[\d.,]+)?$/u

function readNumber(label: string, words: readonly string[]): FieldAnswer {
  const last = words.at(-1) ?? ''
  const range = RANGE.exec(last)
  const unitWords = range ? words.slice(0, -1) : words
  if ((range && last === '..') || unitWords.some((word) => LIKE_RANGE.test(word))) return no('bad_range')
  const unit = unitWords.join(' ')
  if (unit.length > UNIT_MAX) return no('long_unit')
  const base = { kind: 'number' as const, label, unit }
  if (!range) return yes(base)
  const low = range[1] === undefined ? undefined : readDecimal(range[1])
  const high = range[2] === undefined ? undefined : readDecimal(range[2])
  if (low !== undefined && high !== undefined && low > high) return no('turned_range')
  return yes({ ...base, range: { ...(low !== undefined && { low }), ...(high !== undefined && { high }) } })
}

/** Parses a number with a decimal point or comma. */
export const readDecimal = (digits: string): number => Number(digits.replace(',', '.'))

/** A field as written in a template. */
export function writeField(field: TemplateField): string {
  if (field.kind === 'text') return `[[${field.label}]]`
  if (field.kind === 'choice') return `[[${field.label}: ${field.choices.join(' | ')}]]`
  const words = ['number', field.unit, field.range && writeRange(field.range)].filter(Boolean)
  return `[[${field.label}: ${words.join(' ')}]]`
}

/** `3..11`, `..11` or `3..`. */
export const writeRange = ({ low, high }: NormalRange): string => `${low ?? ''}..${high ?? ''}`
