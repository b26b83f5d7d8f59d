import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MESSAGE_MAX_BYTES,
  PDU_MAX_BYTES,
  PduCutter,
  PduRefusedError,
} from '#server/integrations/modality-worklist/pdu-cutter.ts'

const [ASSOCIATE, DATA, RELEASE] = [0x01, 0x04, 0x05]

function pdu(type: number, body: Uint8Array): Buffer {
  const header = Buffer.from([type, 0, 0, 0, 0, 0])
  header.writeUInt32BE(body.length, 2)
  return Buffer.concat([header, body])
}

/** Returns a P-DATA-TF with one value of this many bytes. */
function data(size: number, isLast: boolean): Buffer {
  const value = Buffer.alloc(6 + size)
  value.writeUInt32BE(size + 2, 0)
  value.writeUInt8(isLast ? 2 : 0, 5)
  return pdu(DATA, value)
}

const takeAll = (...parts: Buffer[]) => {
  const cutter = new PduCutter()
  return parts.flatMap((part) => [...cutter.take(part)])
}

describe('the bytes of a modality', () => {
  it('are cut into the same PDUs, wherever the network splits them', () => {
    const bodies = fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 10 })
    fc.assert(
      fc.property(bodies, fc.array(fc.nat({ max: 30 })), (sent, cuts) => {
        const pdus = [pdu(ASSOCIATE, new Uint8Array(8)), ...sent.map((body) => pdu(RELEASE, body))]
        const cutter = new PduCutter()
        let stream = Buffer.concat(pdus)
        const read: Buffer[] = []
        for (const size of [...cuts, stream.length]) {
          read.push(...cutter.take(stream.subarray(0, size)))
          stream = stream.subarray(size)
        }
        expect(read.map((one) => one.toString('hex'))).toEqual(pdus.map((one) => one.toString('hex')))
        expect(cutter.isWaiting).toBe(false)
      }),
    )
  })

  const associate = pdu(ASSOCIATE, new Uint8Array(8))
  const headerOf = (length: number) => {
    const header = Buffer.from([ASSOCIATE, 0, 0, 0, 0, 0])
    header.writeUInt32BE(length, 2)
    return header
  }

  it.each([
    ['a PDU that says it is too long, by its header alone', [headerOf(PDU_MAX_BYTES + 1)]],
    ['data before an association', [data(8, true)]],
    ['a second association', [associate, associate]],
    ['another protocol', [Buffer.from('GET / HTTP/1.1\r\n')]],
    ['a message without an end', [associate, ...Array.from({ length: 5 }, () => data(60_000, false))]],
  ])('are refused if they contain %s', (_, parts) => {
    expect(() => takeAll(...parts)).toThrow(PduRefusedError)
  })

  it('are accepted up to the longest PDU and the longest message', () => {
    expect(takeAll(pdu(ASSOCIATE, new Uint8Array(PDU_MAX_BYTES)))).toHaveLength(1)
    const half = data(MESSAGE_MAX_BYTES / 2 - 100, false)
    expect(takeAll(associate, half, data(10, true), half, data(10, true))).toHaveLength(5)
  })
})
