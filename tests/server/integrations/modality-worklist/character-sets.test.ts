import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type MachineProfile, UNKNOWN_MACHINE } from '#server/integrations/modality-worklist/answer-query.ts'
import { findCharacterSet } from '#server/integrations/modality-worklist/dicom/character-sets.ts'
import { decodeText } from '#server/integrations/modality-worklist/dicom/decode-text.ts'
import { encodeText } from '#server/integrations/modality-worklist/dicom/encode-text.ts'
import type { DicomSet } from '#server/integrations/modality-worklist/matching.ts'
import {
  startWorklistServer,
  type WorklistServer,
} from '#server/integrations/modality-worklist/worklist-server.ts'

const run = promisify(execFile)
const PYTHON = '/usr/bin/python3'
const hasPeers = existsSync('/usr/bin/findscu') && existsSync('/usr/lib/python3/dist-packages/pydicom')
const folder = mkdtempSync(join(tmpdir(), 'readroom-sets-'))

/** Reads the answers with pydicom: the named character set, the groups of the name, the description. */
const READER = `
import json, sys, pydicom
out = []
for path in sorted(sys.argv[1:]):
    ds = pydicom.dcmread(path, force=True)
    ds.decode()
    charset = ds.get('SpecificCharacterSet', '')
    out.append({
        'set': charset if isinstance(charset, str) else '\\\\'.join(charset),
        'name': (list(ds.PatientName.components) + ['', ''])[:3],
        'text': str(ds.get('RequestedProcedureDescription', '')),
    })
print(json.dumps(out))
`

let server: WorklistServer
let items: DicomSet[] = []
let profile: MachineProfile = UNKNOWN_MACHINE
const failures: unknown[] = []
let asked = 0

beforeAll(async () => {
  server = await startWorklistServer(
    { host: '127.0.0.1', port: 0 },
    {
      admit: () => Promise.resolve({ kind: 'admitted', clientId: 'any', profile }),
      items: () => Promise.resolve(items),
      failed: (error) => failures.push(error),
    },
  )
})
afterEach(() => {
  expect(failures.splice(0)).toEqual([])
  profile = UNKNOWN_MACHINE
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

interface Answer {
  set: string
  name: [string, string, string]
  text: string
}

/** Returns what a machine that queries in a character set receives, as two independent programs read it. */
async function ask(characterSet: string, options: readonly string[] = []) {
  asked += 1
  const into = join(folder, String(asked))
  await run('mkdir', [into])
  const keys = [
    ...(characterSet === '' ? [] : [`SpecificCharacterSet=${characterSet}`]),
    'PatientName',
    'PatientID',
    'RequestedProcedureDescription',
  ]
  await run(
    'findscu',
    ['-W', '-X', ...options, ...keys.flatMap((key) => ['-k', key]), '127.0.0.1', String(server.port)],
    { cwd: into },
  )
  const files = readdirSync(into).map((file) => join(into, file))
  const { stdout } = await run(PYTHON, ['-c', READER, ...files])
  return { answers: JSON.parse(stdout) as Answer[], files }
}

const item = (PatientName: string, RequestedProcedureDescription = 'CT'): DicomSet => ({
  PatientName,
  PatientID: 'P000007',
  RequestedProcedureDescription,
})

describe.skipIf(!hasPeers)('text reaches a machine in the set that it requests', () => {
  test.each([
    ['ISO_IR 100', 'Gómez^José', ['Gómez^José', '', ''], 'Schädel'],
    ['ISO_IR 192', 'शर्मा^आशा', ['शर्मा^आशा', '', ''], 'छाती'],
    ['GB18030', '王^小东', ['王^小东', '', ''], '胸部𠀀é'],
    ['\\ISO 2022 IR 87', '山田^太郎', ['', '山田^太郎', ''], '胸部 CT 単純'],
    ['ISO 2022 IR 13\\ISO 2022 IR 87', 'ﾔﾏﾀﾞ^ﾀﾛｳ', ['ﾔﾏﾀﾞ^ﾀﾛｳ', '', ''], '胸部'],
    ['\\ISO 2022 IR 87', 'やまだ^たろう', ['Yamada^Tarou', '', 'やまだ^たろう'], 'レントゲン'],
    ['\\ISO 2022 IR 149', '홍^길동', ['Hong^Gildong', '', '홍^길동'], '흉부 CT'],
    ['\\ISO 2022 IR 149', '洪^吉洞', ['', '洪^吉洞', ''], '흉부'],
    ['ISO_IR 144', 'Иванов^Пётр', ['Иванов^Пётр', '', ''], 'КТ'],
    ['ISO 2022 IR 6\\ISO 2022 IR 100\\ISO 2022 IR 144', 'Gómez^Пётр', ['Gómez^Пётр', '', ''], 'é и è'],
  ])('%s: %s', async (characterSet, name, groups, text) => {
    items = [item(name, text)]
    const { answers } = await ask(characterSet)
    expect(answers).toEqual([{ set: characterSet, name: groups, text }])
  })

  // Debian's dcmtk supports no Japanese set, and pydicom does not support this Chinese one.
  test.each([
    ['ISO_IR 100', 'Gómez^José', 'Schädel'],
    ['GB18030', '王^小东', '胸部'],
    ['\\ISO 2022 IR 149', '洪^吉洞', '흉부 CT'],
    ['\\ISO 2022 IR 58', '王^小东', '胸部'],
  ])('%s, as read by dcmtk', async (characterSet, name, text) => {
    items = [item(name, text)]
    const { files } = await ask(characterSet)
    const { stdout } = await run('dcmdump', ['+U8', ...files])
    expect(stdout).toContain(name)
    expect(stdout).toContain(text)
  })

  test('a machine that names no set gets UTF-8, also in the implicit syntax', async () => {
    items = [item('शर्मा^आशा')]
    const { answers } = await ask('', ['-xi'])
    expect(answers).toEqual([{ set: 'ISO_IR 192', name: ['शर्मा^आशा', '', ''], text: 'CT' }])
  })

  test('an unknown set gets UTF-8', async () => {
    items = [item('Gómez^José')]
    expect((await ask('ISO_IR 999')).answers).toMatchObject([
      { set: 'ISO_IR 192', name: ['Gómez^José', '', ''] },
    ])
  })
})

describe.skipIf(!hasPeers)('letters missing from a set', () => {
  test('become Latin letters; a name without any sound becomes the patient’s number', async () => {
    items = [item('शर्मा^आशा', 'छाती'), item('Łukasz^Żak'), item('山田^太郎', '胸部'), item('محمد^علي')]
    const { answers } = await ask('ISO_IR 100')
    expect(answers).toEqual([
      { set: 'ISO_IR 100', name: ['Sharma^Asha', '', ''], text: 'Chhati' },
      { set: 'ISO_IR 100', name: ['Lukasz^Zak', '', ''], text: 'CT' },
      { set: 'ISO_IR 100', name: ['P000007', '', ''], text: '??' },
      { set: 'ISO_IR 100', name: ['P000007', '', ''], text: 'CT' },
    ])
  })

  test('are written in UTF-8 if the machine’s profile allows it, and only in the item that has them', async () => {
    profile = { ...UNKNOWN_MACHINE, missingLetters: 'utf8' }
    items = [item('山田^太郎'), item('Gómez^José')]
    const { answers } = await ask('ISO_IR 100')
    expect(answers.map(({ set, name }) => [set, name[0]])).toEqual([
      ['ISO_IR 192', '山田^太郎'],
      ['ISO_IR 100', 'Gómez^José'],
    ])
  })
})

describe.skipIf(!hasPeers)('the profile of a machine', () => {
  test('overrides the requested set', async () => {
    profile = { ...UNKNOWN_MACHINE, characterSet: 'GB18030' }
    items = [item('王^小东')]
    expect((await ask('ISO_IR 100')).answers).toMatchObject([{ set: 'GB18030', name: ['王^小东', '', ''] }])
  })

  test('and its length: the longest part of a name is shortened', async () => {
    profile = { ...UNKNOWN_MACHINE, maxLetters: 16 }
    items = [item('Raghunathanswamy^Asha', 'CT of chest and abdomen')]
    expect((await ask('')).answers).toEqual([
      { set: 'ISO_IR 192', name: ['Raghunathan^Asha', '', ''], text: 'CT of chest and' },
    ])
  })
})

describe('a query in a set', () => {
  test.each(['\\ISO 2022 IR 87', 'ISO 2022 IR 13\\ISO 2022 IR 87'])('%s is read as written', (terms) => {
    const set = findCharacterSet(terms)
    if (!set) throw new Error('a set of ours')
    for (const text of ['Yamada^Tarou=山田^太郎=やまだ^たろう', '山田*', 'a山b田c', '']) {
      const bytes = encodeText(text, set)
      expect(decodeText(bytes, set)).toBe(text)
    }
  })

  test('the standard’s own example has its bytes', () => {
    const japanese = findCharacterSet('\\ISO 2022 IR 87')
    const korean = findCharacterSet('\\ISO 2022 IR 149')
    if (!japanese || !korean) throw new Error('a set of ours')
    // PS3.5 annexes H.3.1 and I.2.
    expect(encodeText('Yamada^Tarou=山田^太郎=やまだ^たろう', japanese).toString('latin1')).toBe(
      'Yamada^Tarou=\x1b$B;3ED\x1b(B^\x1b$BB@O:\x1b(B=\x1b$B$d$^$@\x1b(B^\x1b$B$?$m$&\x1b(B',
    )
    expect(encodeText('Hong^Gildong=洪^吉洞=홍^길동', korean).toString('latin1')).toBe(
      'Hong^Gildong=\x1b$)C\xfb\xf3^\x1b$)C\xd1\xce\xd4\xd7=\x1b$)C\xc8\xab^\x1b$)C\xb1\xe6\xb5\xbf',
    )
  })

  test('undeclared UTF-8 from a machine is read as UTF-8', () => {
    for (const terms of ['', 'ISO_IR 100']) {
      const set = findCharacterSet(terms)
      expect(set && decodeText(Buffer.from('Gómez', 'utf8'), set)).toBe('Gómez')
    }
    const latin = findCharacterSet('ISO_IR 100')
    expect(latin && decodeText(Buffer.from('Gómez', 'latin1'), latin)).toBe('Gómez')
  })
})
