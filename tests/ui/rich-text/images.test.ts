import { expect, test } from 'vitest'
import { shrunkSize } from '#src/ui/rich-text/images/shrink-image.ts'
import { fileOfDataUrl } from '#src/ui/rich-text/images/take-image.ts'

test('pictures are at most 1200 wide, in their own proportions; narrow ones stay unchanged', () => {
  expect(shrunkSize(2400, 1600)).toEqual({ width: 1200, height: 800 })
  expect(shrunkSize(1200, 9000)).toEqual({ width: 1200, height: 9000 })
  expect(shrunkSize(640, 480)).toEqual({ width: 640, height: 480 })
  expect(shrunkSize(100_000, 1)).toEqual({ width: 1200, height: 1 })
})

test('a picture sent as text becomes a file with its bytes', async () => {
  const file = fileOfDataUrl('data:image/png;base64,iVBORw==')
  expect(file?.name).toBe('picture.png')
  expect(new Uint8Array((await file?.arrayBuffer()) ?? [])).toEqual(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))
  expect(fileOfDataUrl('data:text/html,<b>x</b>')).toBeUndefined()
  expect(fileOfDataUrl('data:image/png;base64,%%%')).toBeUndefined()
})
