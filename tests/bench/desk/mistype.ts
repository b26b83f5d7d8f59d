import type { Random } from '#server/features/demo/random.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Returns the word with `wrong` of its letters replaced, each at another position. */
export function mistype(random: Random, word: string, wrong: number): string {
  const letters = word.toLowerCase().split('')
  const places = new Set<number>()
  while (places.size < Math.min(wrong, letters.length)) places.add(random.between(0, letters.length - 1))
  for (const place of places) {
    const others = LETTERS.split('').filter((letter) => letter !== letters[place])
    letters[place] = random.pick(others)
  }
  return letters.join('')
}
