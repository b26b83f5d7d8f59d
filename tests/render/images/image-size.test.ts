import * as fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findImageSize } from '#render/images/image-size.ts'

const picture = sharp({ create: { width: 31, height: 17, channels: 3, background: '#336699' } })

test.each(['png', 'jpeg'] as const)('the size of a %s is read from its header', async (format) => {
  const bytes = new Uint8Array(await picture.clone().toFormat(format).toBuffer())
  expect(findImageSize(bytes)).toEqual({ width: 31, height: 17 })
  expect(findImageSize(bytes.subarray(0, 18))).toBeUndefined()
})

test('other files and noise have no size and never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (noise, isJpeg) => {
      const bytes = isJpeg ? new Uint8Array([0xff, 0xd8, ...noise]) : noise
      const size = findImageSize(bytes)
      if (size) expect(size.width > 0 && size.height > 0).toBe(true)
    }),
  )
})
