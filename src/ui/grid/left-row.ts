let left: string | undefined

/** Remembers the record that a person leaves for its list: the list opens at its row. */
export function leaveRow(id: string): void {
  left = id
}

/** The record that was left for a list last. */
export const leftRow = (): string | undefined => left

/** The row is shown: another list does not look for it. */
export function forgetLeftRow(): void {
  left = undefined
}
