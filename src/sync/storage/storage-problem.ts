import { BehaviorSubject } from 'rxjs'

const problem = new BehaviorSubject<string | undefined>(undefined)

/** Why this page cannot use the data on this device, as shown to the user; undefined while it can. */
export const storageProblem$ = problem.asObservable()
export const storageProblem = () => problem.value

export function reportStorageProblem(words: string | undefined): void {
  problem.next(words)
}
