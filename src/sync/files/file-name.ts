import type { FileBody } from '#src/db/tables.ts'

/** File names by media type; any other image counts as a photo. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'picture.png',
  'application/pdf': 'document.pdf',
  'image/webp': 'picture.webp',
  'video/mp4': 'film.mp4',
  'video/quicktime': 'film.mov',
  'video/x-matroska': 'film.mkv',
}

/** The name under which a file is sent: only its kind, never its name on the user's disk. */
export const nameOf = ({ type }: Pick<FileBody, 'type'>): string => ENDINGS[type] ?? 'picture.jpg'
