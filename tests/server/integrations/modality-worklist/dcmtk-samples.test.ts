import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readSet } from '#server/integrations/modality-worklist/dicom/read-set.ts'
import type { DicomSet } from '#server/integrations/modality-worklist/matching.ts'
import {
  type Admission,
  startWorklistServer,
  type WorklistServer,
} from '#server/integrations/modality-worklist/worklist-server.ts'

/** The sample items and queries that dcmtk ships, and the results of its own server for each query. */
const SAMPLES = '/usr/share/doc/dcmtk/examples'
const COUNTS = [10, 10, 0, 10, 0, 6, 0, 0, 0, 0, 10, 10, 0]
const hasPeer = existsSync('/usr/bin/findscu') && existsSync(join(SAMPLES, 'wlistqry/wlistqry0.dump'))

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'readroom-mwl-'))
let server: WorklistServer
let items: DicomSet[] = []
const failures: unknown[] = []
let admission: Admission = { kind: 'admitted', clientId: 'any' }

const toDicom = async (dump: string, name: string, options: readonly string[] = []) => {
  const file = join(folder, name)
  await run('dump2dcm', ['+te', ...options, dump, file])
  return file
}

const ask = async (queryFile: string) => {
  const { stdout, stderr } = await run('findscu', [
    '-v',
    '-W',
    '-aec',
    'OFFIS',
    '127.0.0.1',
    String(server.port),
    queryFile,
  ])
  return stdout + stderr
}

beforeAll(async () => {
  server = await startWorklistServer(
    { host: '127.0.0.1', port: 0 },
    {
      admit: () => Promise.resolve(admission),
      items: () => Promise.resolve(items),
      failed: (error) => failures.push(error),
    },
  )
})
afterEach(() => expect(failures).toEqual([]))
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test.skipIf(!hasPeer)('the samples of dcmtk give the counts that its own server gives', async () => {
  items = await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      // Without a file's header it is a data set in its transfer form.
      const file = await toDicom(join(SAMPLES, `wlistdb/OFFIS/wklist${i + 1}.dump`), `item${i}`, ['-F'])
      return readSet(readFileSync(file), true).set
    }),
  )
  const counts: number[] = []
  for (let i = 0; i < COUNTS.length; i += 1) {
    const answer = await ask(await toDicom(join(SAMPLES, `wlistqry/wlistqry${i}.dump`), `query${i}.dcm`))
    counts.push(answer.match(/\(Pending\)/g)?.length ?? 0)
  }
  expect(counts).toEqual(COUNTS)
})

test.skipIf(!hasPeer)('names of every script come back whole', async () => {
  const names = ['محمد^علي', 'शर्मा^आशा', 'Иванов^Пётр']
  items = names.map((PatientName) => ({ PatientName, PatientID: '1' }))
  const answer = await ask(await toDicom(join(SAMPLES, 'wlistqry/wlistqry0.dump'), 'names.dcm'))
  for (const name of names) expect(answer).toContain(name)
  expect(answer).toContain('ISO_IR 192')
})

test.skipIf(!hasPeer)(
  'an item that cannot be written is left out and reported, and all others are sent',
  async () => {
    const born = (PatientName: string, PatientBirthDate: string) => ({ PatientName, PatientBirthDate })
    items = [born('One', '20010203'), born('Two', 'in spring'), born('Three', '')]
    const keys = ['-k', 'PatientName', '-k', 'PatientBirthDate']
    const { stdout, stderr } = await run('findscu', ['-v', '-W', ...keys, '127.0.0.1', String(server.port)])
    const answer = stdout + stderr
    expect(answer.match(/\(Pending\)/g)).toHaveLength(2)
    expect(answer).toContain('[Three')
    expect(failures.splice(0)).toMatchObject([{ name: 'WorklistItemError' }])
  },
)

test.skipIf(!hasPeer)('a modality that nobody knows is refused, and told which title is wrong', async () => {
  const query = await toDicom(join(SAMPLES, 'wlistqry/wlistqry0.dump'), 'refused.dcm')
  admission = { kind: 'unknown_called' }
  await expect(ask(query)).rejects.toThrow(/Called AE Title Not Recognized/)
  admission = { kind: 'unknown_calling' }
  await expect(ask(query)).rejects.toThrow(/Calling AE Title Not Recognized/)
  admission = { kind: 'admitted', clientId: 'any' }
})
