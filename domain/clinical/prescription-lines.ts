/** A line of a prescription as far as its order and its writing are concerned. */
interface Line {
  id: string
  medicine: string
}

/** Moves a line by `steps` (up below zero); at an end it stays where it is. */
export function moveLine<L extends Line>(lines: readonly L[], id: string, steps: number): L[] {
  const from = lines.findIndex((line) => line.id === id)
  const to = from + steps
  const line = lines[from]
  if (!line || to < 0 || to >= lines.length) return [...lines]
  return lines.toSpliced(from, 1).toSpliced(to, 0, line)
}

/** Lines that say a medicine: an empty one is a place to type, and no part of the prescription. */
export function writtenLines<L extends Line>(lines: readonly L[]): L[] {
  return lines.filter(({ medicine }) => medicine.trim() !== '')
}

/** True where both are the same lines in the same order, letter by letter. */
export function hasSameLines<L extends Line>(a: readonly L[], b: readonly L[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Most medicines that are suggested. */
const MAX_SUGGESTED = 200

/**
 * Medicines that were prescribed before, the most used first and each once whatever its capitals; `prescribed` is newest
 * first and decides how a name is written.
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
