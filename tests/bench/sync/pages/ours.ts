// Readroom's own device in a page without screens: the functions that the screens call, on the real server. A
// draft report of a study represents the receipt; the key is the study's id.
import { getDevice } from '#src/sync/current-device.ts'
import { saveReport } from '#src/sync/reports/save-report.ts'
import '../contender.ts'
import { draftOf } from './draft-of.ts'
import { enter, untilCopied } from './enter.ts'
import './figures.ts'

globalThis.contender = {
  open: async () => {
    await enter()
    await untilCopied()
  },
  keep: async (key) => void (await saveReport(draftOf(key), 'Draft')),
  held: async () => {
    const rows = await getDevice().databases.work.outbox.toArray()
    return rows.filter(({ state }) => state !== 'acked').map(({ aggregate }) => aggregate.split(':')[1] ?? '')
  },
}
