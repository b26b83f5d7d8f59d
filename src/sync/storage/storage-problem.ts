import { BehaviorSubject } from 'rxjs'

const problem = new BehaviorSubject<string | undefined>(undefined)

/** Why this page cannot use what is on this device, in a person's words; undefined while it can. */
export const storageProblem$ = problem.asObservable()
export const storageProblem = () => problem.value

export function reportStorageProblem(words: string | undefined): void {
  problem.next(words)
}
