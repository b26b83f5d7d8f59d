import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { Field } from '#contract/masters/engine/field.ts'
import { humanName, isSame, type Values } from '../form-values.ts'

/** A field in which the two versions of a record disagree. */
export interface Difference {
  name: string
  label: string
  /** Absent if no field declares it (the record's own rows). */
  field: Field | undefined
  yours: unknown
  theirs: unknown
  /** The side chosen by default; undefined if both changed it. */
  proposed: Side | undefined
}

export type Side = 'yours' | 'theirs'

/**
 * Fields in which `yours` and `theirs` differ, with who changed them since `base`: a change by one side is proposed, a
 * change by both is left to the person. A typed secret is always yours: the other one cannot be shown.
 */
export function differencesOf(master: AnyMaster, base: Values, yours: Values, theirs: Values): Difference[] {
  const names = [...Object.keys(master.fields), ...Object.keys(master.extra ?? {})]
  return names.flatMap((name) => {
    const field: Field | undefined = master.fields[name]
    if (field?.kind === 'secret' || isSame(yours[name], theirs[name])) return []
    const isYours = !isSame(yours[name], base[name])
    const isTheirs = !isSame(theirs[name], base[name])
    const proposed = isYours && isTheirs ? undefined : isYours ? 'yours' : 'theirs'
    const label = field?.label ?? humanName(name)
    return [{ name, label, field, yours: yours[name], theirs: theirs[name], proposed }]
  })
}

/** The chosen values; undefined while a field has no choice yet. */
export function chosenValues(
  differences: readonly Difference[],
  sides: Readonly<Record<string, Side>>,
): Values | undefined {
  const chosen: Record<string, unknown> = {}
  for (const { name, proposed, yours, theirs } of differences) {
    const side = sides[name] ?? proposed
    if (side === undefined) return undefined
    chosen[name] = side === 'yours' ? yours : theirs
  }
  return chosen
}
