import { expect, test } from 'vitest'
import { preparePicture, type ToJpeg } from '#src/parts/booklet/prepare-picture.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const MEGABYTE = 1_048_576
const file = (bytes: number[], name = 'scan.png', more = 0) =>
  new File([Uint8Array.from(bytes), new Uint8Array(more)], name, { type: 'image/png' })

/** An encoder whose pictures have the given size for each quality. */
const encoder = (sizes: Record<number, number>, asked: number[] = []): ToJpeg => {
  return async (_, __, quality) => {
    asked.push(quality)
    return new Blob([new Uint8Array(sizes[quality] ?? 10)], { type: 'image/jpeg' })
  }
}

test('a picture becomes a JPEG at the best quality that is small enough', async () => {
  const asked: number[] = []
  const prepared = await preparePicture(file(PNG), encoder({ 0.9: 2 * MEGABYTE, 0.8: MEGABYTE }, asked))
  expect(prepared.ok && [prepared.picture.type, prepared.picture.size]).toEqual(['image/jpeg', MEGABYTE])
  expect(asked).toEqual([0.9, 0.8])
})

test('a program renamed to a picture is refused by its content with the matching words', async () => {
  const prepared = await preparePicture(file([0x4d, 0x5a, 0x90, 0], 'scan.jpg'), encoder({}))
  expect(!prepared.ok && prepared.refusal).toEqual({
    title: 'Image Error!',
    message: 'Invalid image! Only .jpg and .png images are allowed.',
  })
})

test('a picture that stays too large is refused by its limit, a huge one before it is decoded', async () => {
  const always = 2 * MEGABYTE
  const large = await preparePicture(
    file(PNG),
    encoder({ 0.9: always, 0.8: always, 0.65: always, 0.5: always }),
  )
  expect(!large.ok && large.refusal.message).toBe("Can't upload! This image is larger than 1 MB.")
  const asked: number[] = []
  const huge = await preparePicture(file(PNG, 'scan.png', 30 * MEGABYTE), encoder({}, asked))
  expect(!huge.ok && huge.refusal.message).toBe("Can't upload! This image is larger than 20 MB.")
  expect(asked).toEqual([])
})

test('a damaged picture is refused and says so', async () => {
  const prepared = await preparePicture(file(PNG), () => Promise.reject(new Error('cannot decode')))
  expect(!prepared.ok && prepared.refusal.message).toBe('This picture is damaged and cannot be read.')
})
