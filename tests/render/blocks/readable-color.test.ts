import { expect, test } from 'vitest'
import { readableColor } from '#render/blocks/readable-color.ts'

test('a readable colour stays', () => {
  expect(readableColor('#c00000')).toBe('#c00000')
})

test('white on paper is printed black', () => {
  expect(readableColor('#ffffff')).toBe('#000000')
  expect(readableColor('#e8f0ff')).toBe('#000000')
})

test('black on a dark ground is printed white', () => {
  expect(readableColor('#000000', '#101010')).toBe('#ffffff')
})
