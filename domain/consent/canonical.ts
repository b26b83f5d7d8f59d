/**
 * Canonical JSON: keys in alphabetical order, no blanks, `undefined` omitted. Equal values have the same text,
 * whichever side wrote it, so that hashes can be compared.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const parts = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`)
  return `{${parts.join(',')}}`
}
