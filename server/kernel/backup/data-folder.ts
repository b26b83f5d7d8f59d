import { join } from 'node:path'

/** The parts of a data folder that a backup contains; each part is restored as a whole or not at all. */
export const PARTS = ['database', 'files', 'keys'] as const
export type PartName = (typeof PARTS)[number]

/**
 * The entries of the data folder that belong to a part, in the order they are put in place: the mark of a complete
 * cluster comes last, so that an interrupted restore is never started as a database.
 */
export const ENTRIES_OF = {
  database: ['postgres', 'database-password', 'postgres.complete'],
  files: ['files'],
  keys: ['keys'],
} as const satisfies Record<PartName, readonly string[]>

/** Marks a demo that is being loaded: if it exists at start, loading was interrupted by a kill. */
export const demoMark = (dataDir: string): string => join(dataDir, 'demo-is-loading')

/** Marks a restore that was interrupted between moving the old data away and putting the new in place. */
export const restoreMark = (dataDir: string): string => join(dataDir, 'restore-under-way')

/** Returns a moment as part of a folder's name that sorts by time: `2026-11-21-124500`. */
export const stampOf = (at: Date): string =>
  at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
