import { Dexie, type Table } from 'dexie'
import { getDevice } from '#src/sync/current-device.ts'
import { localRecords } from '#src/sync/outbox/make/local-records.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import { draftOf } from './draft-of.ts'

interface PlainRow {
  id: string
}

/** The control: the same rows, readable, in a database of the same shape with the same durability. */
class PlainWork extends Dexie {
  declare readonly outbox: Table<PlainRow, string>
  declare readonly overlay: Table<PlainRow, string>
  declare readonly drafts: Table<PlainRow, string>

  constructor({ tables }: Dexie) {
    super('bench-plain', { chromeTransactionDurability: 'strict' })
    const indexesOf = ({ schema: { primKey, indexes } }: Table) =>
      [primKey, ...indexes].map(({ src }) => src).join(', ')
    const same = tables.filter(({ name }) => ['outbox', 'overlay', 'drafts'].includes(name))
    this.version(1).stores(Object.fromEntries(same.map((table) => [table.name, indexesOf(table)])))
  }
}

/** Returns the rows that one save wrote, opened. */
async function rowsOf(studyId: string) {
  const { databases } = getDevice()
  const { work, outbox, overlay, drafts } = databases
  const [row] = await work.outbox.where('aggregate').equals(`study:${studyId}`).toArray()
  if (!row) throw new Error('nothing was kept')
  const effects = await work.overlay.where('command').equals(row.id).toArray()
  const draft = await work.drafts.where('study').equals(studyId).toArray()
  return {
    outbox: await outbox.open(row),
    overlay: await overlay.openAll(effects),
    drafts: await drafts.openAll(draft),
  }
}

/** Measures a save on this device against Dexie writing the same rows unencrypted, in turn; milliseconds each. */
export async function timeAcknowledgement(
  studyIds: readonly string[],
): Promise<{ ours: number[]; control: number[] }> {
  const { databases } = getDevice()
  const plain = new PlainWork(databases.work)
  await plain.open()
  const times = { ours: [] as number[], control: [] as number[] }
  for (const id of studyIds) {
    const draft = draftOf(id)
    // The values that the open editor shows beside the text.
    const local = localRecords(databases)
    const [study, reports] = await Promise.all([local.findStudy(id), local.findReports(id)])
    if (!study) throw new Error('the study is not on this device')
    const began = performance.now()
    await saveReport(draft, 'Draft', undefined, { study, reports })
    times.ours.push(performance.now() - began)
    const rows = await rowsOf(id)
    const began2 = performance.now()
    await plain.transaction('rw', plain.outbox, plain.overlay, plain.drafts, async () => {
      await plain.outbox.add(rows.outbox)
      await plain.overlay.bulkPut(rows.overlay)
      await plain.drafts.bulkPut(rows.drafts)
    })
    times.control.push(performance.now() - began2)
  }
  plain.close()
  return times
}
