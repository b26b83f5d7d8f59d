import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Hl7Message } from '@medplum/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHl7, unescapeHl7 } from '#server/integrations/hl7/escape.ts'
import { buildOru } from '#server/integrations/hl7/oru-message.ts'
import { outgoing } from './report-fixture.ts'

const PEER = '/usr/lib/python3/dist-packages/hl7'

/** What python3-hl7, which shares no code with ours, reads out of the message. */
function readByPeer(message: string): { text: string[]; pid: string; control: string; status: string } {
  const script = `
import hl7, json, sys
m = hl7.parse(sys.stdin.buffer.read().decode('utf8'))
un = lambda v: m.unescape(str(v))
print(json.dumps({'text': [un(o[5]) for o in m.segments('OBX')], 'pid': un(m.segment('PID')[3]),
  'control': str(m.segment('MSH')[10]), 'status': str(m.segment('OBR')[25])}))`
  const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', script], { input: message })
  if (stdout.length === 0) throw new Error(stderr.toString())
  return JSON.parse(stdout.toString())
}

describe('a report as ORU^R01', () => {
  it.skipIf(!existsSync(PEER))('is read by another parser with every letter of every script', () => {
    const read = readByPeer(buildOru(outgoing()))
    expect(read.text).toEqual([
      'Marks | ^ ~ & \\ stay.',
      'संजीवनी',
      'مركز النور',
      'Normal.',
      '2026-11-21T10:00:00.000Z Dr Asha',
      'Seen again.',
    ])
    expect(read).toMatchObject({ pid: 'SAN|1', control: '0123456789abcdef0123', status: 'F' })
  })

  it('says that it corrects what was sent before', () => {
    const message = Hl7Message.parse(buildOru(outgoing({ resultStatus: 'C' })))
    expect(message.getSegment('OBR')?.getField(25).toString()).toBe('C')
    expect(message.getSegment('OBX')?.getField(11).toString()).toBe('C')
  })

  it.each([
    ['Meera Rao', 'Rao', 'Meera'],
    ['RAO^MEERA', 'RAO', 'MEERA'],
    ['Madonna', 'Madonna', ''],
  ])('parts the name %s', (name, family, given) => {
    const patient = { ...outgoing().patient, name }
    const pid = Hl7Message.parse(buildOru(outgoing({ patient }))).getSegment('PID')
    expect([pid?.getComponent(5, 1), pid?.getComponent(5, 2) ?? '']).toEqual([family, given])
  })

  it('takes no letter of a text for a mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'\\|^&~EFSTRX0AD '.split('')) }), (text) => {
        expect(escapeHl7(text)).not.toMatch(/[|^&~\r\n]/)
        expect(unescapeHl7(escapeHl7(text))).toBe(text)
      }),
    )
  })

  it('names times with their offset, so that no receiver has to guess the zone', () => {
    expect(buildOru(outgoing())).toMatch(
      /^MSH\|\^~\\&\|READROOM\|Sanjeevani Andheri\|\|\|20261121090000\+0000\|/,
    )
  })
})
