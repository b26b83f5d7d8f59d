import type { FileBody } from '#src/db/tables.ts'

/** Endings by media type; anything else of a picture is taken for a photograph. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'picture.png',
  'application/pdf': 'document.pdf',
  'image/webp': 'picture.webp',
  'video/mp4': 'film.mp4',
  'video/quicktime': 'film.mov',
  'video/x-matroska': 'film.mkv',
}

/** The name that a file is sent by: its kind, and nothing of what the person's disk calls it. */
export const nameOf = ({ type }: Pick<FileBody, 'type'>): string => ENDINGS[type] ?? 'picture.jpg'
