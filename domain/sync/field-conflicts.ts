/**
 * Compare and set, field by field (docs/sync.md#policies): returns the fields to set whose stored value is neither the
 * one that was seen nor the wanted one. A field without a seen value is set unconditionally. Empty means that all may
 * be written.
 */
export function fieldConflicts<Fields extends object>(
  stored: Readonly<Fields>,
  seen: Readonly<Partial<Fields>>,
  wanted: Readonly<Partial<Fields>>,
): (keyof Fields)[] {
  const fields = Object.keys(wanted) as (keyof Fields)[]
  return fields.filter(
    (field) => field in seen && stored[field] !== wanted[field] && stored[field] !== seen[field],
  )
}

/** The fields of `wanted` that differ from `stored`. */
export function changedFields<Fields extends object>(
  stored: Readonly<Fields>,
  wanted: Readonly<Partial<Fields>>,
): Partial<Fields> {
  const entries = Object.entries(wanted) as [keyof Fields, Fields[keyof Fields]][]
  return Object.fromEntries(entries.filter(([field, value]) => stored[field] !== value)) as Partial<Fields>
}
