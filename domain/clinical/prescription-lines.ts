/** The part of a prescription line that matters for its order and content. */
interface Line {
  id: string
  medicine: string
}

/** Moves a line by `steps` (negative is up); it stops at either end. */
export function moveLine<L extends Line>(lines: readonly L[], id: string, steps: number): L[] {
  const from = lines.findIndex((line) => line.id === id)
  const to = from + steps
  const line = lines[from]
  if (!line || to < 0 || to >= lines.length) return [...lines]
  return lines.toSpliced(from, 1).toSpliced(to, 0, line)
}

/** Lines with a medicine: an empty one is only a place to type, not part of the prescription. */
export function writtenLines<L extends Line>(lines: readonly L[]): L[] {
  return lines.filter(({ medicine }) => medicine.trim() !== '')
}

/** True if both are the same lines in the same order, letter by letter. */
export function hasSameLines<L extends Line>(a: readonly L[], b: readonly L[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Most medicines that are suggested. */
const MAX_SUGGESTED = 200

/**
 * Medicines that were prescribed before, most used first and without duplicates (ignoring case); `prescribed` is newest
 * first and decides the spelling of a name.
 */
export function suggestedMedicines(prescribed: readonly string[]): string[] {
  const counts = new Map<string, { name: string; uses: number }>()
  for (const medicine of prescribed.map((one) => one.trim()).filter((one) => one !== '')) {
    const key = medicine.toLowerCase()
    const known = counts.get(key)
    if (known) known.uses += 1
    else counts.set(key, { name: medicine, uses: 1 })
  }
  const sorted = [...counts.values()].sort((a, b) => b.uses - a.uses || a.name.localeCompare(b.name))
  return sorted.slice(0, MAX_SUGGESTED).map(({ name }) => name)
}
