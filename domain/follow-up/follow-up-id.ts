/**
 * The id of the follow-up of this kind and part of the body that a study asks for: a UUIDv8 of the study's UUID, so that
 * setting it again, on another device too, is the same record and never a second one.
 */
export function followUpIdOf(studyId: string, modality: string, regions: readonly string[]): string {
  const [low, mid, high, variant, node] = studyId.toLowerCase().split('-')
  const mixed = (BigInt(`0x${node}`) ^ hash48([modality, ...regions.toSorted()].join(' '))) & MASK
  return `${low}-${mid}-8${high?.slice(1)}-${variant}-${mixed.toString(16).padStart(12, '0')}`
}

const MASK = 0xffff_ffff_ffffn

/** FNV-1a, folded to 48 bits: it tells names apart and guards nothing. */
function hash48(text: string): bigint {
  let hash = 0xcbf2_9ce4_8422_2325n
  for (const byte of new TextEncoder().encode(text))
    hash = ((hash ^ BigInt(byte)) * 0x100_0000_01b3n) & 0xffff_ffff_ffff_ffffn
  return (hash ^ (hash >> 48n)) & MASK
}
