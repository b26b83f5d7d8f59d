import { join } from 'node:path'

/** What a data folder holds that a backup is made of; each part comes back as a whole or not at all. */
export const PARTS = ['database', 'files', 'keys'] as const
export type PartName = (typeof PARTS)[number]

/**
 * The entries of the data folder that belong to a part, in the order in which they are put in place: the mark of a
 * complete cluster last, so that a restore that was cut short is never started as a database.
 */
export const ENTRIES_OF = {
  database: ['postgres', 'database-password', 'postgres.complete'],
  files: ['files'],
  keys: ['keys'],
} as const satisfies Record<PartName, readonly string[]>

/** The mark of a demo that is being loaded: one that is found at a start was cut short by a kill. */
export const demoMark = (dataDir: string): string => join(dataDir, 'demo-is-loading')

/** The mark of a restore that was cut short between taking the old data away and putting the new in place. */
export const restoreMark = (dataDir: string): string => join(dataDir, 'restore-under-way')

/** A moment as part of a folder's name, in order when sorted: `2026-11-21-124500`. */
export const stampOf = (at: Date): string =>
  at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
