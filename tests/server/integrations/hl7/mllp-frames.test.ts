import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FRAME_MAX_BYTES, FrameReader, frameOf } from '#server/integrations/hl7/mllp-frames.ts'

describe('frames of the lower layer', () => {
  it('are read back completely, wherever the network cuts them', () => {
    const messages = fc.array(
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u000b') && !text.includes('\u001c')),
    )
    fc.assert(
      fc.property(messages, fc.array(fc.nat({ max: 40 })), (sent, cuts) => {
        const reader = new FrameReader()
        let stream = Buffer.concat(sent.map(frameOf))
        const read: string[] = []
        for (const size of [...cuts, stream.length]) {
          read.push(...reader.take(stream.subarray(0, size)))
          stream = stream.subarray(size)
        }
        expect(read).toEqual(sent)
      }),
    )
  })

  it('ignore bytes between them', () => {
    const noise = Buffer.from('keep-alive\r\n')
    expect([...new FrameReader().take(Buffer.concat([noise, frameOf('A'), noise, frameOf('B')]))]).toEqual([
      'A',
      'B',
    ])
  })

  it('do not grow without limit', () => {
    const endless = Buffer.concat([Buffer.from([0x0b]), Buffer.alloc(FRAME_MAX_BYTES + 1, 0x41)])
    expect(() => [...new FrameReader().take(endless)]).toThrow(RangeError)
  })
})
