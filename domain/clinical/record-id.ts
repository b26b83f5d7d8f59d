/** The records that a clinic doctor keeps for a visit, one of each. */
export const CLINICAL_RECORDS = ['MED_HISTORY', 'INVESTIGATION', 'TREAT_PLAN', 'PRESCRIPTION'] as const
export type ClinicalRecord = (typeof CLINICAL_RECORDS)[number]

const BITS = 128n
const ALL = (1n << BITS) - 1n
const MIX = 0x9e3779b97f4a7c15n
/** A visit's and a doctor's id may share a timestamp, so the doctor's bits are rotated before the two are combined. */
const TURN = 41n
const VERSION = { mask: 0xfn << 76n, value: 0x8n << 76n }
const VARIANT = { mask: 0x3n << 62n, value: 0x2n << 62n }

/**
 * The id of a record of a clinic doctor: a UUIDv8 derived from visit, doctor and kind (docs/sync.md#identity), so that
 * if two devices of one doctor begin the same note offline, the result is a conflict instead of two notes. Different
 * kinds of one visit, and the same kind of two visits or doctors with random ids, never collide.
 */
export function clinicalRecordIdOf(visitId: string, doctorId: string, kind: ClinicalRecord): string {
  const place = BigInt(CLINICAL_RECORDS.indexOf(kind) + 1)
  const mixed = numberOf(visitId) ^ turned(numberOf(doctorId)) ^ ((MIX * place) & ALL)
  const marked = (((mixed & ~VERSION.mask) | VERSION.value) & ~VARIANT.mask) | VARIANT.value
  const hex = marked.toString(16).padStart(32, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const numberOf = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`)
const turned = (bits: bigint) => ((bits << TURN) | (bits >> (BITS - TURN))) & ALL
