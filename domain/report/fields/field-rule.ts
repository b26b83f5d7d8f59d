import { brokenInMarkup } from './find-fields.ts'
import type { FieldProblem } from './template-field.ts'

const RULES: Record<FieldProblem, string> = {
  no_label: 'a field needs a name, as in [[Side]] or [[Side: left | right]]',
  long_label: 'the name has more than 80 letters',
  no_kind: 'after the colon stand choices or the word number',
  one_choice: 'a list needs two choices or more, parted by |, as in [[Side: left | right]]',
  empty_choice: 'a choice is empty',
  same_choice: 'a choice stands twice',
  long_unit: 'the unit has more than 20 letters',
  bad_range: 'a normal range is written with two dots and stands last, as in [[Size: number mm 3..11]]',
  turned_range: 'the normal range begins with its lower end',
  not_closed: 'a field is closed by ]] in the same line and holds no other brackets',
}

/** Why a template's text cannot be saved, naming the first invalid field and its rule; undefined if all parse. */
export function brokenFieldRule(html: string): string | undefined {
  const [first] = brokenInMarkup(html)
  return first && `has a field that cannot be read, ${first.source}: ${RULES[first.problem]}`
}
