import type { FileBody } from '#src/db/tables.ts'

/** The name that a file is sent by: its kind, and nothing of what the person's disk calls it. */
export const nameOf = ({ type }: Pick<FileBody, 'type'>): string =>
  `picture.${type === 'image/png' ? 'png' : 'jpg'}`
