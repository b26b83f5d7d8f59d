import { openPreparedFolder, prepareToday } from '#tests/helpers/prepared-data.ts'

/** Before all walks: a walk waits for its server and not for the demo. */
export default async function prepareData(): Promise<() => void> {
  const { folder, remove } = openPreparedFolder()
  await prepareToday(folder)
  return remove
}
