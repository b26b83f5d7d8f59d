/** What must be closed when the server ends, in the reverse order of its opening, even when it ends half-way up. */
export class Shutdown {
  readonly #steps: (() => Promise<unknown>)[] = []
  #running: Promise<void> | undefined

  get hasBegun(): boolean {
    return this.#running !== undefined
  }

  /** Adds a step that runs before all that were added earlier. */
  add(step: () => Promise<unknown>): void {
    this.#steps.push(step)
  }

  /** Runs all steps; one that fails does not keep the rest from running, and is thrown at the end. */
  run(): Promise<void> {
    this.#running ??= this.#runAll()
    return this.#running
  }

  async #runAll(): Promise<void> {
    const failures: unknown[] = []
    // A step may be added while an earlier one is awaited: the server was still on its way up.
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop())
      await step().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
}
