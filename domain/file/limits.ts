import { type FileKind, sniff } from './sniff.ts'

const MEGABYTE = 1_048_576

/** Why a file is refused: the words of docs/wire.md#files and docs/wire.md#refusals, word for word. */
export interface FileRefusal {
  /** Title of the dialog that shows it. */
  title: string
  message: string
}

interface FileRule {
  kinds: readonly FileKind[]
  /** Accepted file name extensions, in lower case. */
  endings: readonly string[]
  maxMb: number
  wrongType: FileRefusal
  tooLarge: (maxMb: number) => FileRefusal
}

const tooLarge = (title: string, what: string) => (maxMb: number) => ({
  title,
  message: `Can't upload! This ${what} is larger than ${maxMb} MB.`,
})

const image = {
  kinds: ['jpg', 'png'],
  endings: ['jpg', 'jpeg', 'png'],
  maxMb: 2,
  wrongType: { title: 'Image Error!', message: 'Invalid image! Only .jpg and .png images are allowed.' },
  tooLarge: tooLarge('Image Size Error!', 'image'),
} as const satisfies FileRule

const DOCUMENT_WORDS = 'Please select jpg, png or pdf only and size must not be more than 2 MB!'

/** What may be uploaded for each use: kinds, size and words. The server and the pages read this one table. */
export const FILE_RULES = {
  image,
  /** Photo of a profile or user (docs/wire.md#files: "size limit 5"). */
  profileImage: { ...image, maxMb: 5 },
  companyLogo: { ...image, maxMb: 5 },
  /** A picture put into a report's text; resized to EDITOR_IMAGE_WIDTH before it is stored. */
  editorImage: { ...image, maxMb: 5 },
  /** A key image in a cell of a booklet, or its front or back (docs/masters.md#lists: "a limit of 1"). */
  bookletImage: { ...image, maxMb: 1 },
  /** A photo of an AI body part (docs/masters.md#lists: "AI body part photos 1"). */
  bodyPartPhoto: { ...image, maxMb: 1 },
  pdf: {
    kinds: ['pdf'],
    endings: ['pdf'],
    maxMb: 2,
    wrongType: { title: 'Pdf File Error!', message: 'Invalid pdf file!' },
    tooLarge: tooLarge('Pdf File Size Error!', 'pdf'),
  },
  imageOrPdf: {
    kinds: ['jpg', 'png', 'pdf'],
    endings: ['jpg', 'jpeg', 'png', 'pdf'],
    maxMb: 2,
    wrongType: { title: 'File Error!', message: 'Invalid file! Only .jpg, .png and .pdf are allowed.' },
    tooLarge: tooLarge('File Size Error!', 'file'),
  },
  video: {
    // `.webp` is the spec's own word beside the film endings, so moving pictures of that kind pass too.
    kinds: ['mp4', 'webp', 'mkv', 'mov'],
    endings: ['mp4', 'webp', 'mkv', 'mov'],
    maxMb: 100,
    wrongType: {
      title: 'Video File Error!',
      message: 'Invalid video! Only .mp4, .webp, .mkv and .mov are allowed.',
    },
    tooLarge: tooLarge('Video File Size Error!', 'video'),
  },
  /** A document of a study or visit (docs/visits.md#booking): one sentence for both errors. */
  document: {
    kinds: ['jpg', 'png', 'pdf'],
    endings: ['jpg', 'jpeg', 'png', 'pdf'],
    maxMb: 2,
    wrongType: { title: 'File Error!', message: DOCUMENT_WORDS },
    tooLarge: () => ({ title: 'File Size Error!', message: DOCUMENT_WORDS }),
  },
  /** A file that a patient sends with a request for an appointment (docs/money.md#schemes: "size limit 5"). */
  requestDocument: {
    kinds: ['jpg', 'png', 'pdf'],
    endings: ['jpg', 'jpeg', 'png', 'pdf'],
    maxMb: 5,
    wrongType: { title: 'File Error!', message: 'Invalid file! Only .jpg, .png and .pdf are allowed.' },
    tooLarge: tooLarge('File Size Error!', 'file'),
  },
  /** An imported sheet. Text has no magic bytes, so the reader judges the content of .csv and .txt. */
  sheet: {
    kinds: ['xlsx'],
    endings: ['xlsx', 'csv', 'txt'],
    maxMb: 10,
    wrongType: { title: 'File Error!', message: 'Invalid file! Only .xlsx, .csv and .txt are allowed.' },
    tooLarge: tooLarge('File Size Error!', 'file'),
  },
  /** A banner of a queue screen: each kind follows its own rule (PARTS). */
  banner: {
    kinds: ['jpg', 'png', 'mp4', 'webp', 'mkv', 'mov'],
    endings: ['jpg', 'jpeg', 'png', 'mp4', 'webp', 'mkv', 'mov'],
    maxMb: 100,
    wrongType: {
      title: 'File Error!',
      message: 'Invalid file! Only .jpg, .png, .mp4, .webp, .mkv and .mov are allowed.',
    },
    tooLarge: tooLarge('File Size Error!', 'file'),
  },
  /** A report template (docs/wire.md#refusals). */
  template: {
    kinds: ['docx'],
    endings: ['docx'],
    maxMb: 10,
    wrongType: { title: 'File Error!', message: 'Only .docx file required' },
    tooLarge: tooLarge('File Size Error!', 'file'),
  },
  word: {
    kinds: ['docx'],
    endings: ['docx'],
    maxMb: 10,
    wrongType: { title: 'File Error!', message: 'Invalid file! Only .docx is allowed.' },
    tooLarge: tooLarge('File Size Error!', 'file'),
  },
} as const satisfies Record<string, FileRule>

export type FileUse = keyof typeof FILE_RULES

/** Widths that pictures are resized to, in pixels (docs/wire.md#lists-and-limits). */
export const UPLOAD_IMAGE_WIDTH = 600
export const EDITOR_IMAGE_WIDTH = 1_200

/** Uses that accept two families of files: a file that fits one of them must keep its rule too. */
const PARTS: Partial<Record<FileUse, readonly FileUse[]>> = { banner: ['image', 'video'] }

/** Returns the most bytes that `use` accepts. */
export function maxBytesOf(use: FileUse): number {
  return FILE_RULES[use].maxMb * MEGABYTE
}

/** The `accept` attribute of a file input: `.jpg,.jpeg,.png`. */
export function acceptOf(use: FileUse): string {
  return FILE_RULES[use].endings.map((ending) => `.${ending}`).join(',')
}

/** Checks the name and size (in bytes) before the bytes are read; returns undefined if the file may pass. */
export function refuseNamedFile(use: FileUse, file: { name: string; size: number }): FileRefusal | undefined {
  const rule: FileRule = FILE_RULES[partOf(use, file.name)]
  const problem = findNamedFileProblem(use, file)
  return problem === 'tooLarge' ? rule.tooLarge(rule.maxMb) : problem && rule[problem]
}

/** Returns what is wrong with a file by its name and size, for pages with words of their own. */
export function findNamedFileProblem(
  use: FileUse,
  { name, size }: { name: string; size: number },
): 'wrongType' | 'tooLarge' | undefined {
  const part = partOf(use, name)
  const { endings }: FileRule = FILE_RULES[part]
  if (!endings.includes(endingOf(name))) return 'wrongType'
  return size > maxBytesOf(part) ? 'tooLarge' : undefined
}

/** The use whose rule a file of this name has to keep: a part of `use`, or `use` itself. */
const partOf = (use: FileUse, name: string): FileUse =>
  PARTS[use]?.find((one) => (FILE_RULES[one].endings as readonly string[]).includes(endingOf(name))) ?? use

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * Checks the kind of a file by its first bytes (SNIFF_BYTES suffice; office files are passed whole) and its whole size;
 * returns undefined if it may pass. An empty file has no kind and is refused for that.
 */
export function refuseFileBytes(
  use: FileUse,
  bytes: Uint8Array,
  size = bytes.length,
): FileRefusal | undefined {
  const rule: FileRule = FILE_RULES[use]
  const kind = sniff(bytes)
  if (kind === undefined || !rule.kinds.includes(kind)) return rule.wrongType
  const part = PARTS[use]?.find((one) => (FILE_RULES[one].kinds as readonly FileKind[]).includes(kind))
  if (part) return refuseFileBytes(part, bytes, size)
  return size > maxBytesOf(use) ? rule.tooLarge(rule.maxMb) : undefined
}
