import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Hl7Message } from '@medplum/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHl7, unescapeHl7 } from '#server/integrations/hl7/escape.ts'
import { buildOru, type OruStyle } from '#server/integrations/hl7/oru-message.ts'
import { outgoing } from './report-fixture.ts'

const PEER = '/usr/lib/python3/dist-packages/hl7'

const SECTIONS: OruStyle = { charset: 'UNICODE UTF-8', text: 'Sections' }
const LINES: OruStyle = { charset: 'UNICODE UTF-8', text: 'Lines' }
const written = (change: Parameters<typeof outgoing>[0] = {}, style = SECTIONS) =>
  buildOru(outgoing(change), style)

interface ReadByPeer {
  names: string[]
  text: string[]
  kinds: string[]
  pid: string[]
  control: string
  status: string
  placer: string[]
  filler: string[]
  orc: string[]
  visit: string[]
}

/** Returns what python3-hl7, which shares no code with ours, reads from the message. */
function readByPeer(message: string): ReadByPeer {
  const script = `
import hl7, json, sys
m = hl7.parse(sys.stdin.buffer.read().decode('utf8'))
un = lambda v: '\\n'.join(m.unescape(part) for part in str(v).split('\\\\.br\\\\'))
def at(name, field, component):
  try:
    return m.unescape(m.extract_field(name, 1, field, 1, component, 1))
  except (IndexError, KeyError, LookupError):
    return ''
print(json.dumps({'names': [str(s[0]) for s in m], 'text': [un(o[5]) for o in m.segments('OBX')],
  'kinds': [str(o[2]) for o in m.segments('OBX')],
  'pid': [at('PID', 3, 1), at('PID', 3, 4), at('PID', 5, 1), at('PID', 5, 2)],
  'control': str(m.segment('MSH')[10]), 'status': str(m.segment('OBR')[25]),
  'placer': [at('OBR', 2, 1), at('OBR', 2, 2)], 'filler': [at('OBR', 3, 1), at('OBR', 3, 2)],
  'orc': [str(m.segment('ORC')[1]), at('ORC', 2, 1), at('ORC', 3, 1)],
  'visit': [str(m.segment('PV1')[2]), str(m.segment('PV1')[19])]}))`
  const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', script], { input: message })
  if (stdout.length === 0) throw new Error(stderr.toString())
  return JSON.parse(stdout.toString())
}

describe('a report as ORU^R01', () => {
  const withPeer = it.skipIf(!existsSync(PEER))

  withPeer('is read by another parser section by section, with every letter of every script', () => {
    expect(readByPeer(written())).toEqual({
      names: ['MSH', 'PID', 'PV1', 'ORC', 'OBR', 'OBX', 'OBX', 'OBX'],
      text: [
        'Marks | ^ ~ & \\ stay.\nसंजीवनी\nمركز النور',
        'Normal.',
        '20261121153000+0530 Dr Asha\nSeen again.',
      ],
      kinds: ['FT', 'FT', 'FT'],
      pid: ['SAN|1', 'CITY', 'RAO', 'MEERA'],
      control: '0123456789abcdef0123',
      status: 'F',
      placer: ['ORD^7', 'WARD'],
      filler: ['A-1', 'SAN'],
      orc: ['RE', 'ORD^7', 'A-1'],
      visit: ['I', 'IP55'],
    })
  })

  withPeer('is read by another parser line by line where the client wants lines', () => {
    const { text, kinds } = readByPeer(written({}, LINES))
    expect(text).toEqual([
      'Marks | ^ ~ & \\ stay.',
      'संजीवनी',
      'مركز النور',
      'Normal.',
      '20261121153000+0530 Dr Asha',
      'Seen again.',
    ])
    expect(new Set(kinds)).toEqual(new Set(['TX']))
  })

  it('goes to the sender of the order, and names its character set', () => {
    expect(written({}, { charset: '8859/6', text: 'Lines' })).toMatch(
      /^MSH\|\^~\\&\|READROOM\|Sanjeevani Andheri\|HIS\|CITY\|.*\|8859\/6\rPID/,
    )
  })

  it('of a study without an order has no placer number and no visit', () => {
    const message = Hl7Message.parse(written({ order: undefined, visit: undefined }))
    expect(message.getSegment('OBR')?.getField(2)?.toString()).toBe('')
    expect(message.getSegment('OBR')?.getField(3)?.toString()).toBe('A-1^SAN')
    expect(message.getSegment('PV1')).toBeUndefined()
  })

  it.each([
    ['RAO^MEERA^K^DR^JR', 'RAO^MEERA^K^JR^DR'],
    ['Yamada^Tarou=山田^太郎=やまだ^たろう', 'Yamada^Tarou'],
    ['=山田^太郎', '山田^太郎'],
  ])('writes the name %s of the images in the order of HL7', (name, field) => {
    const patient = { ...outgoing().patient, name }
    expect(Hl7Message.parse(written({ patient })).getSegment('PID')?.getField(5)?.toString()).toBe(field)
  })

  it('has the patient’s names as registered', () => {
    const patient = { ...outgoing().patient, names: { family: 'de la Cruz', given: 'Ana María' } }
    const pid = Hl7Message.parse(written({ patient })).getSegment('PID')
    expect([pid?.getComponent(5, 1), pid?.getComponent(5, 2)]).toEqual(['de la Cruz', 'Ana María'])
  })

  it('is marked as a correction of an earlier report', () => {
    const message = Hl7Message.parse(written({ resultStatus: 'C' }))
    expect(message.getSegment('OBR')?.getField(25).toString()).toBe('C')
    expect(message.getSegment('OBX')?.getField(11).toString()).toBe('C')
  })

  it.each([
    ['Meera Rao', 'Rao', 'Meera'],
    ['RAO^MEERA', 'RAO', 'MEERA'],
    ['Madonna', 'Madonna', ''],
  ])('splits the name %s', (name, family, given) => {
    const patient = { ...outgoing().patient, name }
    const pid = Hl7Message.parse(written({ patient })).getSegment('PID')
    expect([pid?.getComponent(5, 1), pid?.getComponent(5, 2) ?? '']).toEqual([family, given])
  })

  it('treats no letter of a text as a delimiter', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'\\|^&~EFSTRX0AD '.split('')) }), (text) => {
        expect(escapeHl7(text)).not.toMatch(/[|^&~\r\n]/)
        expect(unescapeHl7(escapeHl7(text))).toBe(text)
      }),
    )
  })

  it('writes times with their offset, so that no receiver has to guess the zone', () => {
    expect(written()).toMatch(/^MSH\|\^~\\&\|READROOM\|Sanjeevani Andheri\|HIS\|CITY\|20261121143000\+0530\|/)
    expect(written({ zone: 'America/St_Johns' })).toContain('|20261121053000-0330|')
  })
})
