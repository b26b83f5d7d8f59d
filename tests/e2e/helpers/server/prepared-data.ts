import { openPreparedFolder, prepareToday } from '#tests/helpers/database/prepared-data.ts'

/** Prepares the demo before all walks, so that a walk waits only for its server. */
export default async function prepareData(): Promise<() => void> {
  const { folder, remove } = openPreparedFolder()
  await prepareToday(folder)
  return remove
}
