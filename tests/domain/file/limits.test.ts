import { expect, test } from 'vitest'
import {
  acceptOf,
  EDITOR_IMAGE_WIDTH,
  FILE_RULES,
  type FileUse,
  maxBytesOf,
  refuseFileBytes,
  refuseNamedFile,
  UPLOAD_IMAGE_WIDTH,
} from '#domain/file/limits.ts'
import { type FileKind, sniff } from '#domain/file/sniff.ts'

const MB = 1_048_576
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (c) => c.charCodeAt(0)) : part)),
  )

const SAMPLES: Record<FileKind, Uint8Array> = {
  jpg: bytes([0xff, 0xd8, 0xff, 0xe0], '..JFIF'),
  png: bytes([0x89], 'PNG\r\n', [0x1a], '\n'),
  pdf: bytes('%PDF-1.7'),
  mp4: bytes([0, 0, 0, 24], 'ftypisom'),
  mov: bytes([0, 0, 0, 20], 'ftypqt  '),
  mkv: bytes([0x1a, 0x45, 0xdf, 0xa3], '....matroska'),
  webp: bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 '),
  xlsx: bytes([0x50, 0x4b, 3, 4], '[Content_Types].xml....xl/workbook.xml'),
  docx: bytes([0x50, 0x4b, 3, 4], '[Content_Types].xml....word/document.xml'),
}

test.each(Object.entries(SAMPLES))('a %s is recognised by its first bytes', (kind, sample) => {
  expect(sniff(sample)).toBe(kind)
})

test.each([
  ['nothing', bytes('')],
  ['a program', bytes('MZ')],
  ['a script', bytes('<script>')],
  ['a drawing with scripts', bytes('<?xml version="1.0"?><svg onload="x">')],
  ['a picture that may move', bytes('GIF89a')],
  ['a plain zip', bytes([0x50, 0x4b, 3, 4], 'evil.exe')],
  ['a web film', bytes([0x1a, 0x45, 0xdf, 0xa3], '....webm')],
])('%s is of no accepted kind', (_, sample) => {
  expect(sniff(sample)).toBeUndefined()
})

test.each<[FileUse, string, number, string | undefined, string | undefined]>([
  ['image', 'scan.JPG', 2 * MB, undefined, undefined],
  ['image', 'scan.gif', 10, 'Image Error!', 'Invalid image! Only .jpg and .png images are allowed.'],
  ['image', 'scan.jpeg', 2 * MB + 1, 'Image Size Error!', "Can't upload! This image is larger than 2 MB."],
  [
    'profileImage',
    'me.png',
    5 * MB + 1,
    'Image Size Error!',
    "Can't upload! This image is larger than 5 MB.",
  ],
  ['companyLogo', 'logo.png', 5 * MB, undefined, undefined],
  ['pdf', 'a.doc', 10, 'Pdf File Error!', 'Invalid pdf file!'],
  ['pdf', 'a.pdf', 3 * MB, 'Pdf File Size Error!', "Can't upload! This pdf is larger than 2 MB."],
  ['imageOrPdf', 'a.txt', 10, 'File Error!', 'Invalid file! Only .jpg, .png and .pdf are allowed.'],
  ['imageOrPdf', 'a.pdf', 3 * MB, 'File Size Error!', "Can't upload! This file is larger than 2 MB."],
  ['video', 'a.avi', 10, 'Video File Error!', 'Invalid video! Only .mp4, .webp, .mkv and .mov are allowed.'],
  [
    'video',
    'a.mp4',
    100 * MB + 1,
    'Video File Size Error!',
    "Can't upload! This video is larger than 100 MB.",
  ],
  [
    'document',
    'a.gif',
    10,
    'File Error!',
    'Please select jpg, png or pdf only and size must not be more than 2 MB!',
  ],
  [
    'document',
    'a.png',
    3 * MB,
    'File Size Error!',
    'Please select jpg, png or pdf only and size must not be more than 2 MB!',
  ],
  ['sheet', 'a.xls', 10, 'File Error!', 'Invalid file! Only .xlsx, .csv and .txt are allowed.'],
  ['image', 'no-ending', 10, 'Image Error!', 'Invalid image! Only .jpg and .png images are allowed.'],
])('%s %s of %i bytes: %s %s', (use, name, size, title, message) => {
  expect(refuseNamedFile(use, { name, size })).toEqual(title === undefined ? undefined : { title, message })
})

test('the bytes decide the kind, the name does not', () => {
  expect(refuseFileBytes('image', SAMPLES.pdf)?.title).toBe('Image Error!')
  expect(refuseFileBytes('image', SAMPLES.png)).toBeUndefined()
  expect(refuseFileBytes('image', SAMPLES.png, 2 * MB + 1)?.title).toBe('Image Size Error!')
  expect(refuseFileBytes('imageOrPdf', SAMPLES.pdf)).toBeUndefined()
  expect(refuseFileBytes('pdf', bytes(''))?.title).toBe('Pdf File Error!')
})

test('each use takes exactly its kinds', () => {
  for (const use of Object.keys(FILE_RULES) as FileUse[]) {
    const taken = Object.entries(SAMPLES).flatMap(([kind, sample]) =>
      refuseFileBytes(use, sample) ? [] : [kind],
    )
    expect(taken.toSorted()).toEqual([...FILE_RULES[use].kinds].toSorted())
    expect(maxBytesOf(use)).toBe(FILE_RULES[use].maxMb * MB)
  }
  expect(acceptOf('image')).toBe('.jpg,.jpeg,.png')
})

test('pictures are resized to the widths of the documentation', () => {
  expect([UPLOAD_IMAGE_WIDTH, EDITOR_IMAGE_WIDTH]).toEqual([600, 1_200])
})
