import { listZip } from './zip-directory.ts'

/** Kinds of file that the app accepts. */
export const FILE_KINDS = ['jpg', 'png', 'pdf', 'mp4', 'mov', 'mkv', 'webp', 'xlsx', 'docx'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Media type of each kind; we decide it and ignore what an upload claims. */
export const MEDIA_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const satisfies Record<FileKind, string>

/** How many bytes from the start `sniff` needs; a shorter file is passed whole. */
export const SNIFF_BYTES = 4_096

const latin = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, Math.min(to, bytes.length)))

const startsWith = (bytes: Uint8Array, ...wanted: number[]) => wanted.every((byte, i) => bytes[i] === byte)

/** ISO media files name their brand; QuickTime's own is `qt  `, and older movies begin with a movie atom. */
function sniffIsoMedia(bytes: Uint8Array): FileKind | undefined {
  const atom = latin(bytes, 4, 8)
  if (atom === 'ftyp') return latin(bytes, 8, 12) === 'qt  ' ? 'mov' : 'mp4'
  return atom === 'moov' || atom === 'wide' ? 'mov' : undefined
}

/** More files than a workbook or letter holds; a file with a longer directory is classified by its first bytes. */
const ENTRIES_MAX = 2_000

/**
 * Office files are zip files, and the folders of their entries tell which kind. The directory at the end decides, as an
 * entry can be anywhere: spreadsheets of some programs begin with kilobytes of cells. If only the first bytes are
 * given, or the file is cut off, the names found in those bytes decide.
 */
function sniffOffice(bytes: Uint8Array): FileKind | undefined {
  const listing = listZip(bytes, ENTRIES_MAX)
  const names = listing.ok ? listing.entries.map(({ name }) => name) : namesInHead(bytes)
  if (!names.some((name) => name === '[Content_Types].xml' || name.startsWith('_rels/'))) return undefined
  if (names.some((name) => name.startsWith('xl/'))) return 'xlsx'
  return names.some((name) => name.startsWith('word/')) ? 'docx' : undefined
}

const namesInHead = (bytes: Uint8Array): string[] => {
  const head = latin(bytes, 0, SNIFF_BYTES)
  return ['[Content_Types].xml', '_rels/', 'xl/', 'word/'].filter((name) => head.includes(name))
}

/**
 * Returns the kind of a file by its bytes, or undefined if we do not accept it. The first SNIFF_BYTES suffice, except
 * for office files, which are recognised for certain only if given whole. The name is ignored: a program renamed to
 * `.jpg` is not a picture.
 */
export function sniff(bytes: Uint8Array): FileKind | undefined {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpg'
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (latin(bytes, 0, 5) === '%PDF-') return 'pdf'
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'webp'
  if (startsWith(bytes, 0x1a, 0x45, 0xdf, 0xa3))
    return latin(bytes, 0, 64).includes('matroska') ? 'mkv' : undefined
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return sniffOffice(bytes)
  return sniffIsoMedia(bytes)
}
