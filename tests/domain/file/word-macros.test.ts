import { expect, test } from 'vitest'
import { WORD_MACROS } from '#domain/file/word-macros.ts'

test.each([
  'word/vbaProject.bin',
  'word/vbaData.xml',
  'VBAPROJECT.BIN',
  'a/b/vbaprojectSignature.bin',
  'word/_rels/vbaProject.bin.rels',
])('%s is a macro program', (entry) => {
  expect(WORD_MACROS.isMacro(entry)).toBe(true)
})

test.each(['word/document.xml', 'word/media/my-vbaProject.png', 'vbaProject/readme.txt', ''])(
  '%s is none',
  (entry) => {
    expect(WORD_MACROS.isMacro(entry)).toBe(false)
  },
)
