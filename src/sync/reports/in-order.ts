const lanes = new Map<string, Promise<unknown>>()

/**
 * Runs writes of one report one after another, in call order: a save and the typing that follows it must not overtake
 * each other, whatever the clock says.
 */
export function inOrder<T>(reportId: string, run: () => Promise<T>): Promise<T> {
  const before = lanes.get(reportId) ?? Promise.resolve()
  const mine = before.then(run, run)
  const settled = mine.catch(() => undefined)
  lanes.set(reportId, settled)
  void settled.then(() => lanes.get(reportId) === settled && lanes.delete(reportId))
  return mine
}
