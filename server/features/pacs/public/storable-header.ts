import type { DicomHeader } from '#domain/study/dicom/study-header.ts'

/**
 * The longest attribute kept. A study's own attributes are far shorter; icons and private blocks are useless to a
 * reader.
 */
const MAX_ATTRIBUTE = 4_000
const MAX_ATTRIBUTES = 200

/**
 * Returns the header as JSON that the database accepts: attributes only, none of them huge, without the characters
 * that PostgreSQL's jsonb refuses (NUL and halves of surrogate pairs).
 */
export function storableHeader(header: DicomHeader): string {
  const kept = Object.entries(header)
    .filter(([tag]) => /^[0-9A-Fa-f]{8}$/.test(tag))
    .map(([tag, attribute]) => [tag.toUpperCase(), storable(attribute)] as const)
    .filter(([, attribute]) => JSON.stringify(attribute ?? null).length <= MAX_ATTRIBUTE)
    .slice(0, MAX_ATTRIBUTES)
  return JSON.stringify(Object.fromEntries(kept))
}

/** Responses are at most a few dozen levels deep (ask-json.ts), so the recursion is safe. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [storable(name), storable(part)]))
}
