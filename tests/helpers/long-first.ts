import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Whole servers and the fault laboratory: each takes half a minute and more. */
const LONG = /\/tests\/(faults|server\/main)\//

/** Starts long files first; otherwise one of them would run alone at the end while a core is idle. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
