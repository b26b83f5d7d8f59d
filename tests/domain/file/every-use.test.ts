import { describe, expect, test } from 'vitest'
import {
  FILE_RULES,
  type FileRefusal,
  type FileUse,
  maxBytesOf,
  refuseFileBytes,
  refuseNamedFile,
} from '#domain/file/limits.ts'
import type { FileKind } from '#domain/file/sniff.ts'

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

/** Titles of the catalogue (docs/wire.md#refusals): for a wrong kind, and for a file above the size limit. */
const TITLES: readonly (readonly [string, string])[] = [
  ['Image Error!', 'Image Size Error!'],
  ['Pdf File Error!', 'Pdf File Size Error!'],
  ['File Error!', 'File Size Error!'],
  ['Video File Error!', 'Video File Size Error!'],
]

/** Limits in MB that the spec names (docs/wire.md#files, docs/masters.md#lists). */
const LIMITS: Partial<Record<FileUse, number>> = {
  image: 2,
  profileImage: 5,
  companyLogo: 5,
  editorImage: 5,
  bookletImage: 1,
  bodyPartPhoto: 1,
  pdf: 2,
  imageOrPdf: 2,
  document: 2,
  requestDocument: 5,
  video: 100,
}

/** A banner is an image or a film, and each has its own limit and words. */
const judgedAs = (use: FileUse, ending: string): FileUse => {
  if (use !== 'banner') return use
  return (FILE_RULES.image.endings as readonly string[]).includes(ending) ? 'image' : 'video'
}

const USES = Object.keys(FILE_RULES) as FileUse[]

describe.each(USES)('%s', (use) => {
  const rule = FILE_RULES[use]
  const kinds: readonly FileKind[] = rule.kinds
  const first = rule.endings[0]
  const judged = FILE_RULES[judgedAs(use, first)]
  const tooLarge: FileRefusal = judged.tooLarge(judged.maxMb)

  test('takes each of its endings in small and capital letters, up to its limit', () => {
    for (const ending of rule.endings)
      for (const name of [`a.${ending}`, `A B.${ending.toUpperCase()}`])
        expect(refuseNamedFile(use, { name, size: maxBytesOf(judgedAs(use, ending)) })).toBeUndefined()
  })

  test('refuses every other ending, a second ending, and a missing ending', () => {
    for (const name of ['a.exe', `a.${rule.endings[0]}.exe`, 'a', rule.endings[0], ''])
      expect(refuseNamedFile(use, { name, size: 1 })).toEqual(rule.wrongType)
  })

  test('takes the content of its kinds and refuses all other content, whatever the name', () => {
    for (const [kind, sample] of Object.entries(SAMPLES))
      expect(refuseFileBytes(use, sample), kind).toEqual(
        kinds.includes(kind as FileKind) ? undefined : rule.wrongType,
      )
    for (const sample of [bytes('MZ'), bytes('<script>'), bytes([0x50, 0x4b, 3, 4], 'evil.exe')])
      expect(refuseFileBytes(use, sample)).toEqual(rule.wrongType)
  })

  test('refuses one byte above the limit, by name and by content', () => {
    const size = maxBytesOf(judgedAs(use, first)) + 1
    const sample = SAMPLES[kinds[0] as FileKind]
    expect(refuseNamedFile(use, { name: `a.${rule.endings[0]}`, size })).toEqual(tooLarge)
    expect(refuseFileBytes(use, sample, size)).toEqual(tooLarge)
  })

  test('refuses an empty file as a file of no kind', () => {
    expect(refuseFileBytes(use, new Uint8Array())).toEqual(rule.wrongType)
  })

  test('uses titles of the catalogue for both refusals, and keeps the limit of the spec', () => {
    expect(TITLES.flat()).toContain(rule.wrongType.title)
    expect(TITLES.flat()).toContain(tooLarge.title)
    if (LIMITS[use] !== undefined) expect(rule.maxMb).toBe(LIMITS[use])
  })
})
