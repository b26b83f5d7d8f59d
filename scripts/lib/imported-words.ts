import { SealedFile } from '#contract/kernel/sealed-file.ts'
import type { ImportedItem } from '#server/kernel/sync/delivery/import-sealed.ts'

/** Reads a device's export file; throws a readable error for another file. */
export function readSealedFile(text: string): SealedFile {
  try {
    return SealedFile.parse(JSON.parse(text))
  } catch (error) {
    throw new Error('This is no file of sealed work that Readroom exported, or it is damaged as a whole.', {
      cause: error,
    })
  }
}

/** Returns the terminal's text after an import: each item that needs attention by its position, then the counts. */
export function importedWords(items: readonly ImportedItem[]): string {
  const count = (outcome: ImportedItem['outcome']) => items.filter((item) => item.outcome === outcome).length
  const counts = `${count('accepted')} accepted, ${count('known')} known already, ${count('held')} held for their author, ${count('refused')} refused.`
  return [...items.flatMap(linesOf), counts].join('\n')
}

function linesOf({ no, id, call, outcome, flags, refusal }: ImportedItem): string[] {
  const name = `item ${no} (${call ?? 'no call'}, ${id ?? 'no id'})`
  if (refusal) return [`${outcome}: ${name}: ${refusal.message}${fieldWords(refusal.extra.fields)}`]
  return flags.length > 0 ? [`${outcome}: ${name}, left to do: ${flags.join(', ')}`] : []
}

function fieldWords(fields: Record<string, string> = {}): string {
  const named = Object.entries(fields).map(([field, rule]) => `${field} ${rule}`)
  return named.length > 0 ? ` (${named.join('; ')})` : ''
}
