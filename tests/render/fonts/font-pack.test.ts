import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packFonts, unpackFonts } from '#render/fonts/font-pack.ts'

test('packed files are unpacked unchanged, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (fonts) => {
      expect(unpackFonts(packFonts(fonts))).toEqual(fonts)
    }),
  )
})

test('a truncated pack is refused', () => {
  const pack = packFonts([new Uint8Array([1, 2, 3])])
  expect(() => unpackFonts(pack.slice(0, -1))).toThrow('did not come whole')
  expect(() => unpackFonts(pack.slice(0, 2))).toThrow()
})
